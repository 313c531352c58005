import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type * as ConfigModule from '../../../config/internal.ts'

/** The declarations of all settings, and the functions that read and write them as text. */
export type Declarations = typeof ConfigModule

const store = createStore<{ readonly of: Declarations | 'loading' | 'failed' }>(() => ({ of: 'loading' }))
let under: Promise<Declarations> | null = null

/** The declarations. They come with the YAML parser, which stays out of the first script. */
export async function loadDeclarations(): Promise<Declarations> {
  under ??= import('../../../config/internal.ts')
  try {
    const of = await under
    store.setState({ of })
    return of
  } catch (failure) {
    under = null
    store.setState({ of: 'failed' })
    throw failure
  }
}

/** The declarations if they are loaded, else null. */
export function declarationsNow(): Declarations | null {
  const { of } = store.getState()
  return of === 'loading' || of === 'failed' ? null : of
}

/** Loads them for a part of the page that needs them. */
export function useDeclarations(): Declarations | 'loading' | 'failed' {
  useEffect(() => {
    loadDeclarations().catch(() => undefined)
  }, [])
  return useStore(store, (state) => state.of)
}
