import { create } from 'zustand'

/** Whether the library is open, and the library file that was dropped on the page and is to be read there. */
export const useOpened = create<{
  readonly open: boolean
  readonly given: { readonly name: string; readonly text: string } | null
}>(() => ({ open: false, given: null }))
