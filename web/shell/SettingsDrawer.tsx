import { api } from '#/web/kernel/api.ts'
import { type Appearance, appearance } from '#/web/kernel/appearance.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import type { Signal } from '#/web/kernel/signal.ts'
import { siteStorage } from '#/web/kernel/storage.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { accentSetting, accents, type ColourMode, colourModes, coloursSetting } from '#/web/ui/appearance-settings.ts'
import { Button } from '#/web/ui/Button.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { DrawerFrame } from '#/web/ui/DrawerFrame.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CheckOutlined } from '#/web/ui/icons.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { type IdleMinutes, idleChoices } from './lock.ts'
import { settingTexts } from './settings.texts.ts'
import { shellSettings } from './settings.ts'
import { texts } from './texts.ts'

function FlagCheckbox({ source, label }: { source: Signal<boolean>; label: string }) {
  const value = useSignal(source)
  return (
    <div className="k-row k-spread s-setting">
      <span>{label}</span>
      <Switch checked={value} onChange={source.set} aria-label={label} />
    </div>
  )
}

function AccentChoice() {
  const t = useText()
  const accent = useSignal(accentSetting)
  return (
    <section className="s-drawer-part">
      <h2>{t(settingTexts.themeColour)}</h2>
      <div className="s-accents" role="radiogroup" aria-label={t(settingTexts.themeColour)}>
        {accents.map((each) => (
          // biome-ignore lint/a11y/useSemanticElements: a native radio button cannot be a colour swatch.
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={each === accent}
            aria-label={each}
            style={{ background: each }}
            onClick={() => accentSetting.set(each)}
          >
            {each === accent ? <Icon of={CheckOutlined} /> : null}
          </button>
        ))}
      </div>
    </section>
  )
}

/** Removes the settings from the account and this browser. The cookies of language and size stay. */
async function resetSettings(): Promise<void> {
  await api.preferences.reset({})
  for (const key of siteStorage.keys()) if (key.startsWith('setting.') || key === 'unkept') siteStorage.remove(key)
  location.reload()
}

export function SettingsDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  const mode = useSignal(appearance)
  const palette = useSignal(coloursSetting)
  const idleMinutes = useSignal(shellSettings.lockAfter)
  const currentLanguage = useLanguage()
  return (
    <DrawerFrame isOpen={isOpen} onClose={onClose} width={320} title={t(texts.settings)}>
      <section className="s-drawer-part">
        <h2>{t(settingTexts.appearance)}</h2>
        <Segmented<Appearance>
          aria-label={t(settingTexts.appearance)}
          value={mode}
          onChange={appearance.set}
          options={choicesOf(t, ['light', 'dark', 'system'] as const, settingTexts)}
        />
      </section>
      <AccentChoice />
      <section className="s-drawer-part">
        <h2>{t(settingTexts.colours)}</h2>
        <Segmented<ColourMode>
          aria-label={t(settingTexts.colours)}
          value={palette}
          onChange={coloursSetting.set}
          options={colourModes.map((value) => ({ value, label: t(settingTexts[`colours_${value}`]) }))}
        />
      </section>
      <section className="s-drawer-part">
        <h2>{t(settingTexts.lockAfter)}</h2>
        <Segmented<IdleMinutes>
          aria-label={t(settingTexts.lockAfter)}
          value={idleMinutes}
          onChange={shellSettings.lockAfter.set}
          options={idleChoices.map((value) => ({ value, label: value === 0 ? t(settingTexts.lockNever) : t(settingTexts.minutes, { minutes: value }) }))}
        />
      </section>
      <section className="s-drawer-part">
        <FlagCheckbox source={shellSettings.hasTags} label={t(settingTexts.tagsView)} />
        <FlagCheckbox source={shellSettings.isHeaderFixed} label={t(settingTexts.fixedHeader)} />
        <FlagCheckbox source={shellSettings.hasLogo} label={t(settingTexts.sidebarLogo)} />
        <FlagCheckbox source={shellSettings.hasShortcutKey} label={t(settingTexts.shortcutKey)} />
        {currentLanguage === 'zh' ? <FlagCheckbox source={shellSettings.hasPinyin} label={t(settingTexts.pinyinSearch)} /> : null}
      </section>
      <section className="s-drawer-part">
        <Button
          block
          onClick={() =>
            confirm({
              title: t(settingTexts.resetSettings),
              content: t(settingTexts.resetSettingsNote),
              okText: t(settingTexts.resetSettings),
              onOk: resetSettings,
            })
          }
        >
          {t(settingTexts.resetSettings)}
        </Button>
      </section>
    </DrawerFrame>
  )
}
