import { useId, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { useUnsaved } from '#/web/ui/unsaved.ts'
import { reviewTexts as texts } from './review.texts.ts'
import './review.css'

/** The fields a reviewer has rejected, with reasons. */
export interface FieldRejections {
  readonly reasons: ReadonlyMap<string, string>
  readonly set: (field: string, reason: string | null) => void
}

const noRejections: ReadonlyMap<string, string> = new Map()

/** Returns the rejections of the reviewed item. Another item, or another version of it, starts with none. */
export function useRejections({ id, version = 1 }: { readonly id: number; readonly version?: number }): FieldRejections {
  const itemVersion = `${id} ${version}`
  const [marked, setMarked] = useState({ edition: itemVersion, reasons: noRejections })
  const reasonsOf = (of: typeof marked) => (of.edition === itemVersion ? of.reasons : noRejections)
  const setReason = (field: string, reason: string | null) =>
    setMarked((before) => {
      const reasons = new Map(reasonsOf(before))
      if (reason === null) reasons.delete(field)
      else reasons.set(field, reason)
      return { edition: itemVersion, reasons }
    })
  return { reasons: reasonsOf(marked), set: setReason }
}

/** Returns why the rejections cannot be submitted yet; empty when they can. */
export function useRejectProblem({ reasons }: FieldRejections): string {
  const t = useText()
  if (reasons.size === 0) return t(texts.rejectNone)
  return [...reasons.values()].some((reason) => reason.trim().length < 2) ? t(texts.rejectReason) : ''
}

interface RejectFieldProps {
  readonly field: string
  readonly name: string
  readonly rejections: FieldRejections
  readonly isPicture?: boolean
}

/** Rejects a field, with a reason in the applicant's language. */
export function RejectField({ field, name, rejections, isPicture = false }: RejectFieldProps) {
  const t = useText()
  const id = useId()
  const reason = rejections.reasons.get(field)
  useUnsaved(() => reason !== undefined)
  if (reason === undefined)
    return (
      <Button size="small" type="text" danger aria-label={`${t(texts.rejectField)} ${name}`} onClick={() => rejections.set(field, '')}>
        {t(texts.rejectField)}
      </Button>
    )
  const quickReasons = isPicture ? [texts.quickBlurred, texts.quickCorner] : [texts.quickDiffers, texts.quickIncomplete]
  return (
    <span className="a-reject">
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just opened the field.
        autoFocus
        type="text"
        className="k-input"
        list={id}
        value={reason}
        aria-label={`${t(texts.reason)} ${name}`}
        aria-invalid={reason.trim().length < 2}
        placeholder={t(texts.reasonHint)}
        maxLength={200}
        onChange={(event) => rejections.set(field, event.target.value)}
      />
      <datalist id={id}>
        {quickReasons.map((each) => (
          <option key={each.en} value={t(each)} />
        ))}
      </datalist>
      <Button size="small" type="link" onClick={() => rejections.set(field, null)}>
        {t(texts.undo)}
      </Button>
    </span>
  )
}
