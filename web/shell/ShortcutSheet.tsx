import { useText } from '#/web/kernel/i18n.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { shortcutTexts as texts } from './shortcut.texts.ts'
import './shortcuts.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const commandKey = isApple ? '⌘' : 'Ctrl'

/** The shortcut groups: each key as printed on the keyboard, with its effect. */
const groups = [
  [
    'anywhere',
    [
      [[commandKey, 'K'], 'search'],
      [['?'], 'sheet'],
      [['Esc'], 'close'],
      [['Esc'], 'restore'],
    ],
  ],
  ['tags', [[[commandKey, 'Shift', '← →'], 'moveTag']]],
  [
    'lists',
    [
      [['↑ ↓'], 'rows'],
      [['Enter'], 'open'],
      [['Space'], 'select'],
    ],
  ],
  [
    'dates',
    [
      [['← → ↑ ↓'], 'days'],
      [['Home', 'End'], 'week'],
      [['PageUp', 'PageDown'], 'months'],
      [['Shift', 'PageUp', 'PageDown'], 'years'],
    ],
  ],
  ['pictures', [[['← →'], 'turn']]],
] as const

/** The keyboard shortcuts of the product. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  return (
    <Dialog title={t(texts.title)} onClose={onClose} width={560}>
      <div className="s-shortcuts">
        {groups.map(([group, rows]) => (
          <section key={group}>
            <h3>{t(texts[group])}</h3>
            <dl>
              {rows.map(([keys, effect]) => (
                <div key={effect} className="k-row k-spread">
                  <dt>{t(texts[effect])}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
