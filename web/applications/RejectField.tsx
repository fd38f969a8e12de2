import { AutoComplete, Button } from 'antd'
import { useText } from '#/web/kernel/i18n.ts'
import { reviewTexts as texts } from './review.texts.ts'

/** What a reviewer has marked as wrong: field → reason. */
export interface Rejections {
  readonly reasons: ReadonlyMap<string, string>
  readonly set: (field: string, reason: string | null) => void
}

interface RejectFieldProps {
  readonly field: string
  readonly name: string
  readonly rejections: Rejections
  readonly isPicture?: boolean
}

/** Marks one field as wrong, and says why in the applicant's words. */
export function RejectField({ field, name, rejections, isPicture = false }: RejectFieldProps) {
  const say = useText()
  const reason = rejections.reasons.get(field)
  if (reason === undefined)
    return (
      <Button size="small" type="text" danger aria-label={`${say(texts.rejectField)} ${name}`} onClick={() => rejections.set(field, '')}>
        {say(texts.rejectField)}
      </Button>
    )
  const quick = isPicture ? [texts.quickBlurred, texts.quickCorner] : [texts.quickDiffers, texts.quickIncomplete]
  return (
    <span className="a-reject">
      <AutoComplete
        autoFocus
        value={reason}
        aria-label={`${say(texts.reason)} ${name}`}
        placeholder={say(texts.reasonHint)}
        maxLength={200}
        status={reason.trim().length < 2 ? 'error' : ''}
        options={quick.map((each) => ({ value: say(each) }))}
        onChange={(typed: string) => rejections.set(field, typed)}
      />
      <Button size="small" type="link" onClick={() => rejections.set(field, null)}>
        {say(texts.undo)}
      </Button>
    </span>
  )
}
