import { signal } from '#/web/kernel/signal.ts'

/** How far below the top of the window sticky table heads stop, in pixels: the height of what the frame keeps fixed there. */
export const stickyTop = signal(0)
