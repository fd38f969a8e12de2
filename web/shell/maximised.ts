import { signal } from '#/web/kernel/signal.ts'

/** Whether the page fills the window. A reload resets it. */
export const isMaximised = signal(false)
