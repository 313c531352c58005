import { create } from 'zustand'

/** Whether two agents play a task side by side, and which task was asked for; null: the first. */
export const useTwoAgents = create<{ readonly open: boolean; readonly task: string | null }>(() => ({
  open: false,
  task: null,
}))

/** @param task id of a task preset */
export function watchTwoAgents(task: string | null = null): void {
  useTwoAgents.setState({ open: true, task })
}
