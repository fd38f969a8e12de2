import type { ReactNode } from 'react'
import { signal } from '#/web/kernel/signal.ts'

/** A question that must be answered before something is done. */
export interface Question {
  readonly title: ReactNode
  readonly content?: ReactNode
  /** The words of the button that does it. */
  readonly okText: string
  readonly cancelText?: string
  readonly isDangerous?: boolean
  /** May take a while: the dialog stays until it is through. */
  readonly onOk: () => unknown
  readonly onCancel?: () => void
}

/** The question that is open now. */
export const openQuestion = signal<Question | null>(null)

/** Asks; the answer goes to `onOk` or `onCancel`. A second question takes the place of the first, which counts as cancelled. */
export function confirm(question: Question): void {
  openQuestion.get()?.onCancel?.()
  openQuestion.set(question)
}
