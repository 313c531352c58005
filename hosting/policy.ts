import type { Plugin } from 'vite'

/** One directive of the page's Content-Security-Policy: what it allows, and what for. */
interface Directive {
  readonly name: string
  readonly allows: string
  readonly because: string
}

/** SHA-256 of nothing: allows `<style>` elements only while they are empty. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/**
 * The whole policy. There is no 'unsafe-inline' and no 'unsafe-eval': text that gets into the markup by mistake can
 * neither run nor style anything. It stands in the page itself, where no host forgets it. What a host sends as a header
 * counts in addition, so a host can only make it narrower: `connect-src 'self' https://api.example.com` fixes the API.
 */
export const DIRECTIVES: readonly Directive[] = [
  { name: 'default-src', allows: "'none'", because: 'what no other line names is refused' },
  {
    name: 'script-src',
    allows: "'self' 'wasm-unsafe-eval'",
    because:
      'the scripts beside the page; none in its markup, no eval. The solver of the reference is WebAssembly, which browsers refuse without this word; it allows no script from text',
  },
  {
    name: 'worker-src',
    allows: "'self'",
    because: 'the simulator, and the worker that keeps the page for offline use',
  },
  {
    name: 'style-src',
    allows: `'self' ${EMPTY_STYLE}`,
    because:
      'the style sheets beside the page. The editor adds an empty <style> and fills it rule by rule; React sets styles by properties, not by attributes',
  },
  {
    name: 'img-src',
    allows: "'self' data:",
    because: 'icons; two patterns in the style sheet of the editor',
  },
  { name: 'font-src', allows: "'self'", because: 'the two fonts beside the page' },
  {
    name: 'connect-src',
    allows: "'self' https: http://localhost:* http://127.0.0.1:*",
    because:
      'samples; and the address of a model, which the user chooses: any with https, or this machine. The first script (public/fit.js) narrows it to the chosen one',
  },
  { name: 'manifest-src', allows: "'self'", because: 'the description for installing the page' },
  { name: 'base-uri', allows: "'none'", because: 'nothing may turn relative addresses elsewhere' },
  { name: 'form-action', allows: "'none'", because: 'forms are read by scripts and sent nowhere' },
  {
    name: 'require-trusted-types-for',
    allows: "'script'",
    because: 'text cannot become markup or code, not even by a mistake in a script',
  },
  {
    name: 'trusted-types',
    allows: 'default',
    because:
      'one policy, of src/app/page/own-scripts.ts: it lets through the addresses of scripts beside the page',
  },
]

/** A worker has the policy of its own file, where there is a header: the page makes all calls, so it connects to nobody. */
export const POLICY_OF_SCRIPTS = DIRECTIVES.map(({ name, allows }) =>
  name === 'connect-src' ? "connect-src 'self'" : `${name} ${allows}`,
).join('; ')

/** Features of browsers that the page does without. */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]

export const POLICY = DIRECTIVES.map(({ name, allows }) => `${name} ${allows}`).join('; ')

/**
 * A second policy for all but `embed.html`, which has no controls: no other site frames the page. Only a header can say so;
 * where a host sends none, `public/fit.js` sees to it.
 */
export const POLICY_OF_FRAMES = "frame-ancestors 'self'"

/** Headers that a host should send with every file. They repeat what the page says of itself, and say what only headers can. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': UNUSED.map((name) => `${name}=()`).join(', '),
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Puts the policy into the built page. While developing there is none: the server writes scripts into the markup. */
export const policyInThePage: Plugin = {
  name: 'policy-in-the-page',
  apply: 'build',
  transformIndexHtml: () => [
    // It must come before everything that it is about.
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend',
    },
    { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
  ],
}

/**
 * The editor's library (style-mod) writes its rules as the text of a `<style>`, which the policy would have to allow for
 * all. Here they go in one by one, as it does itself in a shadow root.
 */
export const editorStylesByRule: Plugin = {
  name: 'editor-styles-by-rule',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/style-mod/src/style-mod.js')) return null
    const asText = 'this.styleTag.textContent = text'
    if (!code.includes(asText))
      this.error('style-mod sets its rules in another way now: adapt hosting/policy.ts')
    const byRule = `
        root.head.prepend(this.styleTag)
        const filled = this.styleTag.sheet
        while (filled.cssRules.length > 0) filled.deleteRule(0)
        for (const { rules } of this.modules) for (const rule of rules) filled.insertRule(rule, filled.cssRules.length)`
    return { code: code.replace(asText, byRule), map: null }
  },
}
