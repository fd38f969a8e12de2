import type { ShowRole } from '#/api/desk/showcase.texts.ts'
import { signal } from '#/web/kernel/signal.ts'

/** Who one plays in the showcase, until the page is loaded again. */
export const role = signal<ShowRole>('editor')
