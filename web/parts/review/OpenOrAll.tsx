import { useText } from '#/web/kernel/i18n.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { reviewing } from './review.texts.ts'

interface OpenOrAllProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
}

export function OpenOrAll({ label, isOpen, onChange }: OpenOrAllProps) {
  const say = useText()
  const options = [
    { value: 'open', label: say(reviewing.isOpen) },
    { value: 'all', label: say(reviewing.all) },
  ]
  return <Segmented aria-label={label} options={options} value={isOpen ? 'open' : 'all'} onChange={(value) => onChange(value === 'open')} />
}
