;(function () {
  // A policy can be narrowed, never widened: of all addresses that the page's own one allows, this load may call the
  // page's host and the address that the person chose in this tab. Another choice needs another load.
  if (document.querySelector('meta[http-equiv="Content-Security-Policy"]')) {
    var calls = 'https://api.anthropic.com'
    try {
      var chosen = new URL(sessionStorage.getItem('context-window-lab address')).origin
      if (/^https?:/.test(chosen)) calls = chosen
    } catch (none) {
      // Nothing was chosen, or it is no address.
    }
    var policy = document.createElement('meta')
    policy.httpEquiv = 'Content-Security-Policy'
    policy.content = "connect-src 'self' " + calls
    policy.setAttribute('data-calls', calls)
    document.head.appendChild(policy)
  }
  var root = document.getElementById('root')
  function tell(why, what, address) {
    if (root.firstChild !== null) return
    var note = document.createElement('div')
    note.setAttribute('role', 'alert')
    note.style.cssText =
      'max-width: 60ch; margin: 48px auto; padding: 0 16px; font: 16px/1.5 sans-serif'
    var title = document.createElement('p')
    title.appendChild(document.createElement('strong')).appendChild(document.createTextNode(why))
    note.appendChild(title)
    note.appendChild(document.createElement('p')).appendChild(document.createTextNode(what))
    if (address) {
      var link = note.appendChild(document.createElement('a'))
      link.href = address
      link.target = '_blank'
      link.rel = 'noopener'
      link.appendChild(document.createTextNode('open it in a new tab'))
    }
    root.appendChild(note)
  }
  function isOwnFrame() {
    try {
      return window.top.location.origin === location.origin
    } catch (foreign) {
      return false
    }
  }
  var needed = {
    'Array.prototype.toSorted': [].toSorted,
    'Array.prototype.with': [].with,
    'Array.prototype.findLast': [].findLast,
    'String.prototype.replaceAll': ''.replaceAll,
    'Object.hasOwn': Object.hasOwn,
    'AbortSignal.any': window.AbortSignal && window.AbortSignal.any,
    popover: window.HTMLElement && HTMLElement.prototype.showPopover,
    ResizeObserver: window.ResizeObserver,
    IntersectionObserver: window.IntersectionObserver,
    matchMedia: window.matchMedia,
    Worker: window.Worker,
    'script type="module"': 'noModule' in document.createElement('script'),
  }
  var missing = []
  for (var name in needed) if (!needed[name]) missing.push(name)
  if (missing.length > 0) {
    root.setAttribute('data-unfit', '')
    tell(
      'Context Window Lab cannot run in this browser.',
      'It is too old: it has no ' +
        missing.join(', no ') +
        '. Chrome and Edge from version 116, Firefox from 125 and Safari from 17.4 have all that is needed.',
    )
    return
  }
  // Somebody else's page around this one could trick a person into a click: only embed.html may stand in it, which has
  // no controls.
  if (window.top !== window.self && !isOwnFrame() && !/\/embed(\.html)?$/.test(location.pathname)) {
    root.setAttribute('data-unfit', '')
    tell(
      'Context Window Lab is inside another page.',
      'To keep what you type here safe from that page, it runs only in a tab of its own:',
      location.href,
    )
    return
  }
  window.addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement && location.protocol === 'file:')
        tell(
          'Context Window Lab cannot run from a folder.',
          'Browsers load its scripts only from a server. Any file server will do: in the folder of this page, run "npx serve" or "python3 -m http.server", and open the address that it names.',
        )
      else if (event.target instanceof HTMLScriptElement)
        tell(
          'Context Window Lab could not be loaded.',
          'The server did not send the file ' +
            event.target.src +
            '. It may be stopped, or you may be offline. Load the page again once it answers.',
        )
      else if (event.message) tell('Context Window Lab could not start.', 'The error: ' + event.message)
    },
    true,
  )
})()
