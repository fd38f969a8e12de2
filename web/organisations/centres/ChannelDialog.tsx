import { useState } from 'react'
import { plainYuan } from '#/domain/base/money.ts'
import { channelKindNames, channelKinds } from '#/domain/organisations/payout-channel.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, type FormInstance, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { Switch } from '#/web/ui/Switch.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { SettingFields } from './SettingFields.tsx'
import { texts } from './texts.ts'

type CentreDetail = OutputOf<typeof api.centres.get>
type Channel = CentreDetail['channels'][number]

interface Values {
  name: string
  kind: Channel['kind']
  singleLimit?: string
  dailyLimit?: string
  settings?: Record<string, string>
  isActive: boolean
  isPaused: boolean
  reason?: string
  resumeReason?: string
  why?: string
}

const limitText = (limit: Channel['dailyLimit']) => (limit === null ? '' : plainYuan(limit))

/** Whether an existing channel is enabled, and whether it is paused. */
function ChannelSwitches({ isPaused, wasPaused }: { readonly isPaused: boolean; readonly wasPaused: boolean }) {
  const t = useText()
  return (
    <>
      <Field name="isActive" label={t(texts.isActive)} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="isPaused" label={t(texts.isPaused)} valuePropName="checked">
        <Switch />
      </Field>
      {isPaused ? (
        <Field name="reason" label={t(texts.pausedReason)} rules={[{ required: true, message: t(texts.required) }, { min: 2 }]}>
          <TextInput maxLength={200} />
        </Field>
      ) : null}
      {wasPaused && !isPaused ? (
        <Field
          name="resumeReason"
          label={t(texts.resumeReason)}
          rules={[{ required: true, message: t(texts.required) }, { min: 2 }]}
          hint={t(texts.resumeHint)}
        >
          <TextInput maxLength={200} />
        </Field>
      ) : null}
    </>
  )
}

/** The limits of a channel; empty for none. */
function LimitFields() {
  const t = useText()
  const amountRule = useAmountRule()
  return (['singleLimit', 'dailyLimit'] as const).map((name) => (
    <Field key={name} name={name} label={t(texts[name])} rules={[amountRule]} hint={t(texts.noLimit)}>
      <MoneyInput />
    </Field>
  ))
}

/**
 * Returns whether another person must approve: always for a new channel, else when limits or settings changed or the
 * channel is enabled.
 */
function useNeedsApproval(form: FormInstance<Values>, channel: Channel | null): boolean {
  const isChanged = useWatch((values) => {
    if (!channel) return true
    const areSettingsChanged = Object.entries(values.settings ?? {}).some(([key, value]) => (value ?? '') !== (channel.settings[key] ?? ''))
    const areLimitsChanged = (values.singleLimit ?? '') !== limitText(channel.singleLimit) || (values.dailyLimit ?? '') !== limitText(channel.dailyLimit)
    return areSettingsChanged || areLimitsChanged || (values.isActive && !channel.isActive)
  }, form)
  return isChanged ?? channel === null
}

/** Creates or edits a channel of a centre: enabled, paused with a reason, limits per payment and per day. */
export function ChannelDialog({ centreId, channel, onClose }: { readonly centreId: number; readonly channel: Channel | null; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const isDemo = useUser()?.mode === 'demo'
  const isPaused = useWatch('isPaused', form) ?? channel?.isPaused ?? false
  const kind = useWatch('kind', form) ?? channel?.kind ?? 'offline'
  const needsApproval = useNeedsApproval(form, channel)
  const options = { onDone: onClose }
  const add = useProvedSubmit(api.centres.addChannel, options)
  const setChannel = useProvedSubmit(api.centres.setChannel, options)
  const send = form.whenValid(async ({ name, singleLimit = '', dailyLimit = '', isActive, reason = '', resumeReason = '', why = '', ...rest }) => {
    const settings = Object.fromEntries(Object.entries(rest.settings ?? {}).filter(([key, value]) => value || !channel?.secrets.includes(key)))
    if (channel)
      await setChannel.submit({
        channelId: channel.id,
        name: name.trim(),
        singleLimit,
        dailyLimit,
        isActive,
        isPaused: rest.isPaused,
        reason: (rest.isPaused ? reason : resumeReason).trim(),
        settings,
        why: why.trim(),
      })
    else await add.submit({ centreId, name: name.trim(), kind, singleLimit, dailyLimit, settings, why: why.trim() })
  })
  const startValues = channel
    ? { ...channel, singleLimit: limitText(channel.singleLimit), dailyLimit: limitText(channel.dailyLimit), reason: channel.pausedReason }
    : { kind: 'offline', isActive: true, isPaused: false }
  return (
    <Dialog
      title={channel ? `${t(texts.edit)} · ${channel.name}` : t(texts.addChannel)}
      onClose={onClose}
      confirm={{ text: t(texts.save), onPress: send, isBusy: add.isBusy || setChannel.isBusy, isDisabled: !isDirty }}
    >
      <Form form={form} initialValues={startValues} onValuesChange={() => setDirty(true)}>
        <Field name="name" label={t(texts.channelName)} rules={[{ required: true, whitespace: true, message: t(texts.required) }]}>
          <TextInput maxLength={60} autoComplete="off" />
        </Field>
        {channel ? null : (
          <Field name="kind" label={t(texts.channelKind)}>
            <Select
              options={channelKindNames
                .filter((value) => isDemo || !channelKinds[value].isSandbox)
                .map((value) => ({ value, label: t(channelKinds[value].name) }))}
            />
          </Field>
        )}
        <LimitFields />
        <SettingFields key={kind} fields={channelKinds[kind].fields} secrets={channel?.secrets ?? []} />
        {channel ? <ChannelSwitches isPaused={isPaused} wasPaused={channel.isPaused} /> : null}
        <ChangeReasonField isNeeded={needsApproval} />
      </Form>
    </Dialog>
  )
}

/** Confirms closing or reopening a centre. */
export function SetActiveDialog({ centre, onClose }: { readonly centre: CentreDetail; readonly onClose: () => void }) {
  const t = useText()
  const setActive = useProvedSubmit(api.centres.setActive, { onDone: onClose })
  const actionLabel = t(centre.isActive ? texts.disable : texts.enable)
  return (
    <ReasonDialog
      title={actionLabel}
      onClose={onClose}
      confirmText={actionLabel}
      onConfirm={({ reason }) => void setActive.submit({ id: centre.id, version: centre.version, isActive: !centre.isActive, reason })}
      isDangerous={centre.isActive}
      submission={setActive}
    >
      <p>{t(centre.isActive ? texts.disableAsk : texts.enableAsk, { name: centre.name })}</p>
    </ReasonDialog>
  )
}
