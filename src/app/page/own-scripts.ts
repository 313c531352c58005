/** The part of `trustedTypes` that is used; not every browser has it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string | null }): unknown
}

/**
 * The page's policy (hosting/policy.ts) refuses text as the address of a script. This allows the addresses in the page's
 * own folder: workers need one. Text as markup or as code stays refused.
 */
export function allowOwnScripts(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  const own = new URL('.', document.baseURI).href
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => {
      const { href } = new URL(address, document.baseURI)
      return href.startsWith(own) ? href : null
    },
  })
}
