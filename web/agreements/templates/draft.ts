import { type Confirmation, confirm } from '#/web/ui/confirm.ts'

/** The edits of a template on screen. */
export interface Draft {
  readonly isUnsaved: () => boolean
  /** Returns null when the server refused the edits, which then stay on screen. */
  readonly save: () => Promise<{ readonly version: number } | null>
}

interface Step {
  readonly draft: Draft | null
  readonly version: number
  /** The question to ask while there are unsaved edits. */
  readonly question: Omit<Confirmation, 'onOk'>
  readonly onReady: (version: number) => unknown
}

/** Runs a step on the version that contains all edits. Asks before it saves them, and stops if they are not saved. */
export function runOnSaved({ draft, version, question, onReady }: Step): unknown {
  if (!draft?.isUnsaved()) return onReady(version)
  const saveAndRun = async () => {
    const saved = await draft.save()
    if (saved) await onReady(saved.version)
  }
  confirm({ ...question, onOk: saveAndRun })
  return undefined
}
