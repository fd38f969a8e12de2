import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { plainFieldNames } from '#/api/desk/plain.texts.ts'
import type { NumberHolder, PlainField } from '#/api/desk/plain.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { EyeInvisibleOutlined, EyeOutlined } from '#/web/ui/icons.ts'
import { Masked } from '#/web/ui/Masked.tsx'
import { revealTexts } from './reveal.texts.ts'

/** The time for which a number stays visible, in case the screen is left open. */
const revealMs = 60_000

interface RevealableNumberProps {
  readonly of: z.output<typeof NumberHolder>
  readonly id: number
  readonly field: z.output<typeof PlainField>
  /** The masked number of the list. */
  readonly value: string | null | undefined
}

/** A masked number. Users with permission reveal it for a minute with the eye button, and every use is logged. */
export function RevealableNumber({ of, id, field, value }: RevealableNumberProps) {
  const t = useText()
  const { withProof } = useProof()
  const [shown, setShown] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), revealMs)
    return () => clearTimeout(timer)
  }, [shown])
  if (!value?.includes('*') || !can('plain:view')) return <Masked value={value} />
  const revealNumber = async () => {
    setBusy(true)
    await withProof(async () => setShown((await api.plain.show({ of, id, field })).value))
    setBusy(false)
  }
  const label = shown === null ? t(revealTexts.show, { what: t(plainFieldNames[field]) }) : t(revealTexts.hide)
  return (
    <>
      <Masked value={shown ?? value} />
      <Button
        type="text"
        size="small"
        aria-label={label}
        title={label}
        loading={isBusy}
        icon={shown === null ? <Icon of={EyeOutlined} /> : <Icon of={EyeInvisibleOutlined} />}
        onClick={() => (shown === null ? void revealNumber() : setShown(null))}
      />
    </>
  )
}
