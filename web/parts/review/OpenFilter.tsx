import { useText } from '#/web/kernel/i18n.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { reviewTexts } from './review.texts.ts'

interface OpenFilterProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
}

export function OpenFilter({ label, isOpen, onChange }: OpenFilterProps) {
  const t = useText()
  const options = [
    { value: 'open', label: t(reviewTexts.isOpen) },
    { value: 'all', label: t(reviewTexts.all) },
  ]
  return <Segmented aria-label={label} options={options} value={isOpen ? 'open' : 'all'} onChange={(value) => onChange(value === 'open')} />
}
