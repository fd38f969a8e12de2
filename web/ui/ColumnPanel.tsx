import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { type ColumnChoice, initialChoice, moveKey, orderColumns } from './columns.ts'
import { Icon } from './Icon.tsx'
import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined } from './icons.ts'
import { Segmented } from './Segmented.tsx'
import { texts } from './texts.ts'

interface SettableColumn {
  readonly key: string
  readonly title: string
  readonly isAlways?: boolean
  readonly isHiddenAtFirst?: boolean
  readonly pin?: 'left' | 'right'
}

/** The columns of a table and the user's choice. */
export interface ColumnPanelProps {
  readonly columns: readonly SettableColumn[]
  readonly choice: ColumnChoice
  readonly onChange: (choice: ColumnChoice) => void
}

const removeKey = (list: readonly string[], key: string) => list.filter((each) => each !== key)

/** The contents of the column settings popup. */
export function ColumnPanel({ columns, choice, onChange }: ColumnPanelProps) {
  const t = useText()
  const orderedColumns = orderColumns(columns, choice)
  const keys = orderedColumns.map((column) => column.key)
  return (
    <div className="k-columns">
      <div className="k-row k-spread">
        <span className="k-note">{t(texts.density)}</span>
        <Segmented
          aria-label={t(texts.density)}
          size="small"
          value={choice.density}
          options={choicesOf(t, ['compact', 'regular', 'roomy'] as const, texts)}
          onChange={(density) => onChange({ ...choice, density })}
        />
      </div>
      <ul>
        {orderedColumns.map((column, index) => (
          <li key={column.key} className="k-row">
            <Checkbox
              checked={column.isAlways === true || !choice.hidden.includes(column.key)}
              disabled={column.isAlways ?? false}
              onChange={(event) =>
                onChange({ ...choice, hidden: event.target.checked ? removeKey(choice.hidden, column.key) : [...choice.hidden, column.key] })
              }
            >
              {column.title}
            </Checkbox>
            <span className="k-columns-moves">
              <Button
                type="text"
                size="small"
                icon={choice.pinned.includes(column.key) || column.pin === 'left' ? <Icon of={PushpinFilled} /> : <Icon of={PushpinOutlined} />}
                disabled={column.pin !== undefined}
                aria-label={`${t(texts.pin)} ${column.title}`}
                aria-pressed={choice.pinned.includes(column.key)}
                onClick={() =>
                  onChange({ ...choice, pinned: choice.pinned.includes(column.key) ? removeKey(choice.pinned, column.key) : [...choice.pinned, column.key] })
                }
              />
              <Button
                type="text"
                size="small"
                icon={<Icon of={ArrowUpOutlined} />}
                disabled={index === 0}
                aria-label={`${t(texts.moveUp)} ${column.title}`}
                onClick={() => onChange({ ...choice, order: moveKey(keys, column.key, -1) })}
              />
              <Button
                type="text"
                size="small"
                icon={<Icon of={ArrowDownOutlined} />}
                disabled={index === keys.length - 1}
                aria-label={`${t(texts.moveDown)} ${column.title}`}
                onClick={() => onChange({ ...choice, order: moveKey(keys, column.key, 1) })}
              />
            </span>
          </li>
        ))}
      </ul>
      <Button type="link" size="small" onClick={() => onChange(initialChoice(columns))}>
        {t(texts.restoreColumns)}
      </Button>
    </div>
  )
}
