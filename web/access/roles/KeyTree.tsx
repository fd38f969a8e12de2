import { useState } from 'react'
import { menuTitles } from '#/api/pages.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { heldKeys } from '#/web/kernel/session.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { SearchInput } from '#/web/ui/TextInput.tsx'
import { Tooltip } from '#/web/ui/Tooltip.tsx'
import { texts } from './texts.ts'
import { grantDenialReason, type KeyGroup, keyDifferences, permissionKind, visibleGroups } from './tree.ts'
import type { KeyLabels } from './useKeyLabels.ts'
import './roles.css'

interface KeyTreeProps {
  readonly labels: KeyLabels
  readonly keys: readonly string[]
  readonly role: { readonly id: number; readonly usertype: number; readonly isBuiltIn: boolean }
  /** Disables all check boxes. */
  readonly isLocked: boolean
  readonly onChange: (keys: string[]) => void
}

interface GroupProps {
  readonly group: KeyGroup
  readonly nameOf: (key: string) => string
  readonly chosen: ReadonlySet<string>
  readonly marks: { readonly here: readonly string[]; readonly there: readonly string[] } | null
  readonly barred: (key: string) => 'lacking' | 'misplaced' | 'always' | null
  readonly isLocked: boolean
  readonly onChange: (keys: readonly string[], isChosen: boolean) => void
}

function KeyMark({ name, marks }: { readonly name: string; readonly marks: GroupProps['marks'] }) {
  const t = useText()
  if (marks?.here.includes(name)) return <StatusTag tone="blue">{t(texts.onlyHere)}</StatusTag>
  return marks?.there.includes(name) ? <StatusTag tone="magenta">{t(texts.onlyThere)}</StatusTag> : null
}

function Group({ group, nameOf, chosen, marks, barred, isLocked, onChange }: GroupProps) {
  const t = useText()
  const title = t(group.menu === null ? texts.general : menuTitles[group.menu])
  const grantableKeys = group.keys.filter((key) => barred(key) === null && permissionKind(key) !== 'all')
  const chosenKeys = grantableKeys.filter((key) => chosen.has(key))
  return (
    <fieldset className="r-group">
      <legend>
        <Checkbox
          checked={grantableKeys.length > 0 && chosenKeys.length === grantableKeys.length}
          indeterminate={chosenKeys.length > 0 && chosenKeys.length < grantableKeys.length}
          disabled={isLocked || grantableKeys.length === 0}
          onChange={(event) => onChange(grantableKeys, event.target.checked)}
          aria-label={t(texts.selectGroup, { group: title })}
        >
          {title}
        </Checkbox>
      </legend>
      <div className="r-keys">
        {group.keys.map((key) => {
          const denialReason = barred(key)
          const kind = permissionKind(key)
          return (
            <Tooltip key={key} title={denialReason && !isLocked ? t(texts[denialReason]) : ''}>
              <Checkbox
                className="r-key"
                checked={chosen.has(key)}
                disabled={isLocked || denialReason !== null}
                onChange={(event) => onChange([key], event.target.checked)}
              >
                <span className="r-name">{nameOf(key)}</span> <code>{key}</code>{' '}
                {kind === 'action' ? <StatusTag tone="grey">{t(texts.actionKind)}</StatusTag> : null} <KeyMark name={key} marks={marks} />
              </Checkbox>
            </Tooltip>
          )
        })}
      </div>
    </fieldset>
  )
}

/** Returns the roles to compare with, and the keys of the selected one. */
function useComparison(roleId: number) {
  const [otherId, choose] = useState<number | undefined>(undefined)
  const list = useRead(api.roles.list, { size: 200 })
  const otherRole = useRead(api.roles.get, { id: otherId ?? 0 }, { isEnabled: otherId !== undefined, keepLast: false })
  const choices = (list.data?.rows ?? []).filter((role) => role.id !== roleId).map((role) => ({ value: role.id, label: role.name }))
  return { otherId, choose, choices, keys: otherId === undefined ? undefined : otherRole.data?.permissions }
}

/** The keys of a role by menu, with search, group selection and comparison with another role. */
export function KeyTree({ labels: { groups, nameOf }, keys, role, isLocked, onChange }: KeyTreeProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const [isOnlyDifferent, setOnlyDifferent] = useState(false)
  const comparison = useComparison(role.id)
  const callerKeys = heldKeys()
  const chosenSet = new Set(keys)
  const marks = comparison.keys ? keyDifferences(keys, comparison.keys) : null
  const searchText = search.trim().toLowerCase()
  const isShown = (key: string) => {
    const isMatch = searchText === '' || key.toLowerCase().includes(searchText) || nameOf(key).toLowerCase().includes(searchText)
    return isMatch && !(isOnlyDifferent && marks && !marks.here.includes(key) && !marks.there.includes(key))
  }
  const shownGroups = visibleGroups(groups, isShown)
  const setKeys = (which: readonly string[], isChosen: boolean) =>
    onChange(isChosen ? [...new Set([...keys, ...which])] : keys.filter((key) => !which.includes(key)))
  return (
    <div className="k-stack">
      <div className="k-row">
        <SearchInput
          isClearable
          className="r-search"
          value={search}
          placeholder={t(texts.search)}
          aria-label={t(texts.search)}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          isClearable
          isSearchable
          className="r-compare"
          aria-label={t(texts.compareWith)}
          placeholder={t(texts.compareWith)}
          options={comparison.choices}
          value={comparison.otherId}
          onChange={comparison.choose}
          onClear={() => comparison.choose(undefined)}
        />
        {marks ? (
          <Checkbox checked={isOnlyDifferent} onChange={(event) => setOnlyDifferent(event.target.checked)}>
            {t(texts.onlyDifferent)}
          </Checkbox>
        ) : null}
      </div>
      <p className="k-note" role="status">
        {t(texts.chosen, { count: keys.length, all: groups.reduce((sum, group) => sum + group.keys.length, 0) })}
        {marks ? ` · ${t(texts.differences, { here: marks.here.length, there: marks.there.length })}` : ''}
      </p>
      {shownGroups.length === 0 ? <p className="k-muted">{t(texts.noKeys)}</p> : null}
      {shownGroups.map((group) => (
        <Group
          key={group.menu ?? 'general'}
          group={group}
          nameOf={nameOf}
          chosen={chosenSet}
          marks={marks}
          barred={(key) => grantDenialReason(key, { ...role, isHeld: chosenSet.has(key) }, callerKeys)}
          isLocked={isLocked}
          onChange={setKeys}
        />
      ))}
    </div>
  )
}
