import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Badge } from '#/web/ui/Badge.tsx'
import { Button, type ButtonProps } from '#/web/ui/Button.tsx'
import { Checkbox, CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { CopyButton } from '#/web/ui/CopyButton.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { BellOutlined, DownOutlined, ReloadOutlined, SearchOutlined } from '#/web/ui/icons.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { TotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { Part } from './Part.tsx'
import { words } from './texts.ts'

const types = ['primary', 'default', 'dashed', 'text', 'link'] as const
const states: readonly ButtonProps[] = [
  {},
  { size: 'small' },
  { danger: true },
  { disabled: true },
  { danger: true, disabled: true },
  { loading: true },
  { icon: <Icon of={SearchOutlined} /> },
]
const nothing = () => undefined

/** Buttons of each type in each state, and buttons with a reason, a confirmation or a count. */
export function Buttons() {
  const t = useText()
  return (
    <Part name="buttons" title={t(words.buttons)}>
      {types.map((type) => (
        <div key={type} className="k-row">
          {states.map((state, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the states never move.
            <Button key={at} type={type} {...state}>
              {t(words.send)}
            </Button>
          ))}
          <Button type={type} icon={<Icon of={ReloadOutlined} />} aria-label={t(words.find)} />
          <Button type={type} icon={<Icon of={DownOutlined} />} iconPlacement="end">
            {t(words.more)}
          </Button>
        </div>
      ))}
      <Button type="primary" block>
        {t(words.send)}
      </Button>
      <div className="k-row">
        <ActionButton type="primary" onPress={nothing}>
          {t(words.send)}
        </ActionButton>
        <ActionButton reason={t(words.notAllowed)} onPress={nothing}>
          {t(words.send)}
        </ActionButton>
        <ActionButton isBusy onPress={nothing}>
          {t(words.send)}
        </ActionButton>
        <ConfirmButton danger effect={t(words.effect)} onPress={nothing}>
          {t(words.confirm)}
        </ConfirmButton>
        <CopyButton text="91330106MA2KCL8T3X" />
        <TotalsOnRequest isBusy={false} onAsk={nothing} />
        {[0, 5, 120].map((count) => (
          <Badge key={count} count={count}>
            <Button icon={<Icon of={BellOutlined} />} aria-label={`${t(words.pending)} ${count}`} />
          </Badge>
        ))}
      </div>
    </Part>
  )
}

function Boxes() {
  const t = useText()
  return (
    <>
      {[false, true].map((disabled) => (
        <div key={String(disabled)} className="k-row">
          <Checkbox disabled={disabled}>{t(words.empty)}</Checkbox>
          <Checkbox disabled={disabled} defaultChecked>
            {t(words.filled)}
          </Checkbox>
          <Checkbox disabled={disabled} indeterminate>
            {t(words.many)}
          </Checkbox>
          <Switch disabled={disabled} aria-label={t(words.empty)} />
          <Switch disabled={disabled} checked aria-label={t(words.filled)} />
        </div>
      ))}
    </>
  )
}

const ways = ['a', 'b', 'c'] as const

/** Check boxes, radio buttons, switches, segments and tabs in their states. */
export function Choices() {
  const t = useText()
  const [way, setWay] = useState<string>('a')
  const [several, setSeveral] = useState<string[]>(['a', 'b'])
  const options = ways.map((value) => ({ value: value as string, label: `${t(words.way)} ${value.toUpperCase()}`, disabled: value === 'c' }))
  const common = { options, value: way, onChange: setWay, 'aria-label': t(words.one) }
  return (
    <Part name="choices" title={t(words.choices)}>
      <Boxes />
      <div className="x-columns">
        <CheckboxGroup aria-label={t(words.many)} options={options} value={several} onChange={setSeveral} />
        <CheckboxGroup aria-label={t(words.many)} options={options} value={several} disabled />
        <RadioGroup {...common} />
        <RadioGroup {...common} isVertical />
        <RadioGroup {...common} disabled />
      </div>
      <div className="k-row">
        <Segmented {...common} />
        <Segmented {...common} size="small" />
      </div>
      <Tabs
        items={[
          { key: 'a', label: t(words.basics), children: t(words.unitName) },
          { key: 'b', label: t(words.lines), children: t(words.noBatches) },
          { key: 'c', label: t(words.note), children: t(words.note) },
        ]}
      />
    </Part>
  )
}
