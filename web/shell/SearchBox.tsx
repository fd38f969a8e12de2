import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageKeys, pages } from '#/api/pages.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { canOpen, heldKeys } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { isComposing } from '#/web/ui/composing.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { SearchOutlined } from '#/web/ui/icons.ts'
import { Overlay } from '#/web/ui/Overlay.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { usePinyin } from '#/web/ui/usePinyin.ts'
import { commandTexts } from './commands.texts.ts'
import { availableCommands } from './commands.ts'
import { menuOf } from './menu.ts'
import { createSearch, type MenuTarget, menuTargetsOf } from './menu-search.ts'
import { searchTexts } from './search.texts.ts'
import { shellSettings } from './settings.ts'
import { texts } from './texts.ts'
import { type SearchResult, useRecords } from './useRecords.ts'
import './menu-search.css'

const personalPages = pageKeys.filter((page) => pages[page].path.startsWith('/profile/'))

function usePageMatches(typed: string): readonly MenuTarget[] {
  const currentLanguage = useLanguage()
  const pinyinOf = usePinyin(useSignal(shellSettings.hasPinyin))
  const searchItems = useMemo(
    () => createSearch(menuTargetsOf(menuOf(heldKeys()), personalPages.filter(canOpen), currentLanguage, pinyinOf)),
    [currentLanguage, pinyinOf],
  )
  return useMemo(() => searchItems(typed), [searchItems, typed])
}

/** Finds commands by their names or the pinyin of the Chinese ones. */
function useCommands(typed: string): readonly SearchResult[] {
  const t = useText()
  const currentLanguage = useLanguage()
  const pinyinOf = usePinyin(useSignal(shellSettings.hasPinyin))
  const searchItems = useMemo(
    () =>
      createSearch(
        availableCommands().map(({ key, titles, act }) => {
          const pageTitles = titles.map((title) => title[currentLanguage])
          return { key, act, titles: pageTitles, path: key, sounds: pinyinOf ? pinyinOf(pageTitles.join('')).concat(pinyinOf(pageTitles.at(-1) ?? '')) : [] }
        }),
      ),
    [currentLanguage, pinyinOf],
  )
  return useMemo(
    () => searchItems(typed).map(({ key, titles, act }) => ({ key: `command ${key}`, title: titles.join(' / '), note: t(commandTexts.commands), act })),
    [searchItems, typed, t],
  )
}

interface Group {
  readonly name: Text
  readonly entries: readonly SearchResult[]
}

function Results({
  id,
  groups,
  at,
  onPoint,
  onChoose,
}: {
  id: string
  groups: readonly Group[]
  at: number
  onPoint: (at: number) => void
  onChoose: (entry: SearchResult) => void
}) {
  const t = useText()
  let entriesBefore = 0
  return (
    <div id={id} role="listbox" aria-label={t(texts.searchMenu)} className="s-found">
      {groups.map((group) => {
        const first = entriesBefore
        entriesBefore += group.entries.length
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset.
          <div key={group.name.en} role="group" aria-label={t(group.name)}>
            <p aria-hidden="true">{t(group.name)}</p>
            {group.entries.map((entry, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles arrows and Enter, as the combobox pattern requires.
              <div
                key={entry.key}
                id={`${id}-${first + index}`}
                role="option"
                tabIndex={-1}
                aria-selected={first + index === at}
                ref={(element) => {
                  if (first + index === at) element?.scrollIntoView({ block: 'nearest' })
                }}
                onMouseMove={() => onPoint(first + index)}
                onClick={() => onChoose(entry)}
              >
                <span>{entry.title}</span>
                <small>{entry.note}</small>
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

function useGroups(typed: string): { groups: readonly Group[]; isLooking: boolean; failure: string } {
  const pageMatches = usePageMatches(typed)
  const records = useRecords(typed)
  const commands = useCommands(typed)
  const pageEntries = pageMatches.map((place) => ({ key: place.page, title: place.titles.join(' / '), note: place.path, act: place.path }))
  const groups = [{ name: searchTexts.foundPages, entries: pageEntries }, { name: commandTexts.commands, entries: commands }, ...records.groups].filter(
    (group) => group.entries.length > 0,
  )
  return { ...records, groups }
}

/** The search field and its results. Arrows move, Enter opens. A separate chunk with the search library. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState(0)
  const { groups, isLooking, failure } = useGroups(typed)
  const entries = groups.flatMap((group) => group.entries)
  const at = Math.min(pointed, entries.length - 1)
  const openEntry = (entry: SearchResult | undefined) => {
    if (!entry) return
    onClose()
    if (typeof entry.act === 'string') void navigate(entry.act)
    else entry.act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }
    const next = steps[event.key]
    if (event.key === 'Enter' && !isComposing(event)) openEntry(entries[at])
    if (next === undefined || entries.length === 0) return
    event.preventDefault()
    setPointed((next + entries.length) % entries.length)
  }
  return (
    <Overlay kind="dialog" onClose={onClose} width={560} label={t(texts.searchMenu)} className="s-search" closesOutside>
      <TextInput
        autoFocus
        isClearable
        prefix={<Icon of={SearchOutlined} />}
        placeholder={t(searchTexts.searchMenuHint)}
        role="combobox"
        aria-label={t(texts.searchMenu)}
        aria-expanded={entries.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        {...(entries.length > 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
        value={typed}
        maxLength={50}
        onChange={(event) => {
          setTyped(event.target.value)
          setPointed(0)
        }}
        onKeyDown={onKeyDown}
      />
      {entries.length > 0 ? <Results id={id} groups={groups} at={at} onPoint={setPointed} onChoose={openEntry} /> : null}
      <p className="s-searching k-note" role="status">
        {failure || (isLooking ? t(searchTexts.searching) : '')}
      </p>
      {entries.length === 0 && !isLooking && !failure ? <EmptyState title={t(searchTexts.nothingFound)} reason={t(searchTexts.nothingFoundMore)} /> : null}
    </Overlay>
  )
}
