import { api } from '#/web/kernel/api.ts'
import { type Appearance, appearance } from '#/web/kernel/appearance.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import type { Signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { DrawerFrame } from '#/web/ui/DrawerFrame.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CheckOutlined } from '#/web/ui/icons.ts'
import { accent, accents, type Colours, colourModes, colours } from '#/web/ui/look.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { type IdleMinutes, idleChoices } from './lock.ts'
import { settingTexts } from './settings.texts.ts'
import { settings } from './settings.ts'
import { texts } from './texts.ts'

function Flag({ source, label }: { source: Signal<boolean>; label: string }) {
  const value = useSignal(source)
  return (
    <div className="k-row k-spread s-setting">
      <span>{label}</span>
      <Switch checked={value} onChange={source.set} aria-label={label} />
    </div>
  )
}

function AccentChoice() {
  const say = useText()
  const chosen = useSignal(accent)
  return (
    <section className="s-drawer-part">
      <h2>{say(settingTexts.themeColour)}</h2>
      <div className="s-accents" role="radiogroup" aria-label={say(settingTexts.themeColour)}>
        {accents.map((each) => (
          // biome-ignore lint/a11y/useSemanticElements: a native radio button cannot be a colour swatch.
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={each === chosen}
            aria-label={each}
            style={{ background: each }}
            onClick={() => accent.set(each)}
          >
            {each === chosen ? <Icon of={CheckOutlined} /> : null}
          </button>
        ))}
      </div>
    </section>
  )
}

/** Removes the settings from the account and this browser. The cookies of language and size stay. */
async function resetSettings(): Promise<void> {
  await api.preferences.reset({})
  for (const key of Object.keys(localStorage)) if (key.startsWith('setting.') || key === 'unkept') localStorage.removeItem(key)
  location.reload()
}

export function SettingsDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const say = useText()
  const mode = useSignal(appearance)
  const palette = useSignal(colours)
  const idle = useSignal(settings.lockAfter)
  const currentLanguage = useLanguage()
  return (
    <DrawerFrame isOpen={isOpen} onClose={onClose} width={320} title={say(texts.settings)}>
      <section className="s-drawer-part">
        <h2>{say(settingTexts.appearance)}</h2>
        <Segmented<Appearance>
          aria-label={say(settingTexts.appearance)}
          value={mode}
          onChange={appearance.set}
          options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: say(settingTexts[value]) }))}
        />
      </section>
      <AccentChoice />
      <section className="s-drawer-part">
        <h2>{say(settingTexts.colours)}</h2>
        <Segmented<Colours>
          aria-label={say(settingTexts.colours)}
          value={palette}
          onChange={colours.set}
          options={colourModes.map((value) => ({ value, label: say(settingTexts[`colours_${value}`]) }))}
        />
      </section>
      <section className="s-drawer-part">
        <h2>{say(settingTexts.lockAfter)}</h2>
        <Segmented<IdleMinutes>
          aria-label={say(settingTexts.lockAfter)}
          value={idle}
          onChange={settings.lockAfter.set}
          options={idleChoices.map((value) => ({ value, label: value === 0 ? say(settingTexts.lockNever) : say(settingTexts.minutes, { minutes: value }) }))}
        />
      </section>
      <section className="s-drawer-part">
        <Flag source={settings.hasTags} label={say(settingTexts.tagsView)} />
        <Flag source={settings.isHeaderFixed} label={say(settingTexts.fixedHeader)} />
        <Flag source={settings.hasLogo} label={say(settingTexts.sidebarLogo)} />
        <Flag source={settings.hasShortcutKey} label={say(settingTexts.shortcutKey)} />
        {currentLanguage === 'zh' ? <Flag source={settings.hasPinyin} label={say(settingTexts.pinyinSearch)} /> : null}
      </section>
      <section className="s-drawer-part">
        <Button
          block
          onClick={() =>
            confirm({
              title: say(settingTexts.resetSettings),
              content: say(settingTexts.resetSettingsNote),
              okText: say(settingTexts.resetSettings),
              onOk: resetSettings,
            })
          }
        >
          {say(settingTexts.resetSettings)}
        </Button>
      </section>
    </DrawerFrame>
  )
}
