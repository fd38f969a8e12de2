import { useText } from '#/web/kernel/i18n.ts'
import { CheckboxGroup } from './Checkbox.tsx'
import { Floating, usePopup } from './Floating.tsx'
import { Icon } from './Icon.tsx'
import { DownOutlined } from './icons.ts'
import { texts } from './texts.ts'

interface ChoicesFieldProps {
  readonly id: string
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly value: readonly string[]
  readonly onChange: (value: string[]) => void
}

/** A multiple choice: the field lists the selected choices and opens a popup with check boxes. */
export function ChoicesField({ id, label, choices, value, onChange }: ChoicesFieldProps) {
  const t = useText()
  const { button } = usePopup((anchor, close) => (
    <Floating anchor={anchor} side="below" onClose={close} role="dialog" label={label} className="k-popup">
      <CheckboxGroup aria-label={label} className="k-choices-list" options={choices} value={value} onChange={onChange} />
    </Floating>
  ))
  const chosenLabels = choices.filter((choice) => value.includes(choice.value)).map((choice) => choice.label)
  return (
    <button type="button" id={id} className="k-input k-choices" aria-haspopup="dialog" title={chosenLabels.join(' / ')} {...button}>
      <span className={chosenLabels.length > 0 ? 'k-cut' : 'k-cut k-muted'}>{chosenLabels.length > 0 ? chosenLabels.join(' / ') : t(texts.all)}</span>
      {chosenLabels.length > 1 ? <b>{chosenLabels.length}</b> : null}
      <Icon of={DownOutlined} />
    </button>
  )
}
