import { CallFailure } from './call.ts'

/**
 * The origin that calls may go to.
 *
 * @throws CallFailure `origin-refused` for what is no address, or one with more to it than host and path
 */
export function originOf(baseUrl: string): string {
  let url: URL
  try {
    url = new URL(baseUrl)
  } catch {
    throw refused(`This is no address that can be called: ${baseUrl}`)
  }
  // The address is not repeated where it holds a password.
  if (url.username !== '' || url.password !== '') {
    throw refused(`An address for calls has no user name and no password in it: ${url.host}`)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`An address for calls begins with https:// or http://: ${baseUrl}`)
  }
  if (url.search !== '' || url.hash !== '') {
    throw refused(`An address for calls has no ? and no # in it: ${url.origin}${url.pathname}`)
  }
  return url.origin
}

/**
 * A fetch that calls one origin and no other, and is not sent on: the key is in a header of every request, and a
 * redirect would hand it to whoever the answer names (LLM-2). It sends no cookies, no referrer, and keeps nothing.
 */
export function fetchFrom(origin: string, inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const target = new URL(input instanceof Request ? input.url : input).origin
    if (target !== origin) {
      throw refused(`The key was given for ${origin}, and goes to no other address: ${target}`)
    }
    const response = await inner(input, {
      ...init,
      // 'error' would stop as surely, but with an error that looks like a broken network.
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    const { type, status, redirected } = response
    if (type === 'opaqueredirect' || redirected || (status >= 300 && status < 400)) {
      throw refused(
        `Calls are not sent on to another address, for the key would go with them. Sent on by: ${origin}`,
      )
    }
    return response
  }
}

function refused(message: string): CallFailure {
  return new CallFailure('origin-refused', message)
}
