import { useEffect, useRef, useState } from 'react'
import { menuTitles } from '#/api/pages.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { moveKey } from '#/web/ui/columns.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { ArrowDownOutlined, ArrowUpOutlined } from '#/web/ui/icons.ts'
import { Select } from '#/web/ui/Select.tsx'
import { texts } from './texts.ts'
import { keyGroups, keyOrderName } from './tree.ts'
import type { KeyLabels } from './useKeyLabels.ts'

interface ListProps {
  readonly keys: readonly string[]
  readonly nameOf: (key: string) => string
  readonly onChange: (keys: string[]) => void
}

/** A list of keys with buttons to move them. The pressed button keeps the focus and moves with its key. */
function MovableKeys({ keys, nameOf, onChange }: ListProps) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  const [last, setLast] = useState<{ key: string; by: 1 | -1 } | null>(null)
  useEffect(() => {
    if (last === null) return
    const buttons = list.current?.children[keys.indexOf(last.key)]?.querySelectorAll('button')
    const [up, down] = [buttons?.[0], buttons?.[1]]
    const lastButton = last.by === -1 ? up : down
    ;(lastButton?.disabled ? (last.by === -1 ? down : up) : lastButton)?.focus()
  }, [last, keys])
  const moveOneStep = (key: string, by: 1 | -1) => {
    onChange(moveKey(keys, key, by))
    setLast({ key, by })
  }
  return (
    <>
      <ol className="r-order" ref={list}>
        {keys.map((key, index) => (
          <li key={key} className="k-row k-spread">
            <span>
              {nameOf(key)} <code className="r-code">{key}</code>
            </span>
            <span className="k-row">
              <Button
                type="text"
                size="small"
                icon={<Icon of={ArrowUpOutlined} />}
                disabled={index === 0}
                aria-label={t(texts.moveUp, { name: nameOf(key) })}
                onClick={() => moveOneStep(key, -1)}
              />
              <Button
                type="text"
                size="small"
                icon={<Icon of={ArrowDownOutlined} />}
                disabled={index === keys.length - 1}
                aria-label={t(texts.moveDown, { name: nameOf(key) })}
                onClick={() => moveOneStep(key, 1)}
              />
            </span>
          </li>
        ))}
      </ol>
      <p className="k-note" role="status">
        {last ? t(texts.movedTo, { name: nameOf(last.key), place: keys.indexOf(last.key) + 1, count: keys.length }) : ''}
      </p>
    </>
  )
}

interface OrderProps {
  readonly labels: KeyLabels
  /** The group to show first, by the name from `keyOrderName`. */
  readonly first: string
  readonly onClose: () => void
}

/** 排序: sets the order of a group's keys wherever keys are listed. */
export function OrderDialog({ labels: initialLabels, first, onClose }: OrderProps) {
  const t = useText()
  const [labels] = useState(initialLabels)
  const groups = labels.groups.filter((group) => group.keys.length > 1)
  const [at, choose] = useState(groups.some((group) => keyOrderName(group.menu) === first) ? first : keyOrderName(groups[0]?.menu ?? null))
  const group = groups.find((each) => keyOrderName(each.menu) === at)
  const [keys, setKeys] = useState<readonly string[]>(group?.keys ?? [])
  const arrange = useSubmit(api.roles.arrange, { onDone: onClose })
  if (!group) return null
  const programOrder = keyGroups().find((each) => each.menu === group.menu)?.keys ?? []
  const isProgramOrder = keys.join() === programOrder.join()
  const isDirty = keys.join() !== group.keys.join()
  const send = () => void arrange.submit({ menu: at, version: labels.orderOf(group.menu).version, keys: isProgramOrder ? [] : [...keys] })
  return (
    <Dialog
      title={t(texts.orderTitle)}
      onClose={onClose}
      isDirty={isDirty}
      confirm={{ text: t(texts.save), onPress: send, isBusy: arrange.isBusy, isDisabled: !isDirty }}
    >
      <div className="k-stack">
        <p className="k-note">{t(texts.orderNote)}</p>
        <Form isBare>
          <Field label={t(texts.menu)} htmlFor="order-menu" hint={isDirty ? t(texts.orderFirst) : undefined}>
            <Select
              id="order-menu"
              value={at}
              disabled={isDirty}
              options={groups.map((each) => ({ value: keyOrderName(each.menu), label: t(each.menu === null ? texts.general : menuTitles[each.menu]) }))}
              onChange={(menu: string) => {
                choose(menu)
                setKeys(groups.find((each) => keyOrderName(each.menu) === menu)?.keys ?? [])
              }}
            />
          </Field>
        </Form>
        <MovableKeys key={at} keys={keys} nameOf={labels.nameOf} onChange={setKeys} />
        {arrange.failure ? <Alert type="error" showIcon title={arrange.failure.message} /> : null}
        <div>
          <Button size="small" disabled={isProgramOrder} onClick={() => setKeys(programOrder)}>
            {t(texts.resetOrder)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
