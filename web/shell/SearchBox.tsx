import { Input, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageKeys, pages } from '#/api/pages.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { canOpen, heldKeys } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { SearchOutlined } from '#/web/ui/icons.ts'
import { Themed } from '#/web/ui/Themed.tsx'
import { menuOf } from './menu.ts'
import { finder, loadSound, type Place, placesOf, type Sound } from './menu-search.ts'
import { settings } from './settings.ts'
import { texts } from './texts.ts'
import './menu-search.css'

const personal = pageKeys.filter((page) => pages[page].path.startsWith('/profile/'))

/** The sounds of Chinese titles, once the dictionary has come; only in Chinese, and only when the setting is on. */
function useSound(): Sound | null {
  const spoken = useLanguage()
  const isWanted = useSignal(settings.hasPinyin) && spoken === 'zh'
  const [sound, setSound] = useState<Sound | null>(null)
  useEffect(() => {
    let isGone = false
    // Without the dictionary titles and paths are still searched.
    if (isWanted)
      loadSound().then(
        (loaded) => !isGone && setSound(() => loaded),
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [isWanted])
  return isWanted ? sound : null
}

function useFound(typed: string): readonly Place[] {
  const spoken = useLanguage()
  const sound = useSound()
  const find = useMemo(() => finder(placesOf(menuOf(heldKeys()), personal.filter(canOpen), spoken, sound)), [spoken, sound])
  return useMemo(() => find(typed), [find, typed])
}

function Results({
  id,
  found,
  at,
  onPoint,
  onChoose,
}: {
  id: string
  found: readonly Place[]
  at: number
  onPoint: (at: number) => void
  onChoose: (place: Place) => void
}) {
  const say = useText()
  if (found.length === 0) return <EmptyState title={say(texts.nothingFound)} reason={say(texts.nothingFoundMore)} />
  return (
    <div id={id} role="listbox" aria-label={say(texts.searchMenu)} className="s-found">
      {found.map((place, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the arrows and Enter are the input's, as the combobox pattern wants.
        <div
          key={place.page}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          ref={(element) => {
            if (index === at) element?.scrollIntoView({ block: 'nearest' })
          }}
          onMouseMove={() => onPoint(index)}
          onClick={() => onChoose(place)}
        >
          <span>{place.titles.join(' / ')}</span>
          <small>{place.path}</small>
        </div>
      ))}
    </div>
  )
}

/** The field and what it finds: arrows move, Enter goes. A chunk of its own, with the search library. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const say = useText()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState(0)
  const found = useFound(typed)
  const at = Math.min(pointed, found.length - 1)
  const go = (place: Place | undefined) => {
    if (!place) return
    onClose()
    void navigate(place.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }
    const next = steps[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(found[at])
    if (next === undefined || found.length === 0) return
    event.preventDefault()
    setPointed((next + found.length) % found.length)
  }
  return (
    <Themed>
      <Modal open onCancel={onClose} footer={null} closable={false} width={560} style={{ top: 80 }} aria-label={say(texts.searchMenu)}>
        <Input
          autoFocus
          size="large"
          allowClear
          prefix={<Icon of={SearchOutlined} />}
          placeholder={say(texts.searchMenuHint)}
          role="combobox"
          aria-label={say(texts.searchMenu)}
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          {...(found.length > 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setPointed(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Results id={id} found={found} at={at} onPoint={setPointed} onChoose={go} />
      </Modal>
    </Themed>
  )
}
