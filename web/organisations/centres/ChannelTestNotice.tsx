import type { Text } from '#/domain/base/text.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { texts } from './texts.ts'

export type ChannelTestResult = OutputOf<typeof api.payouts.testChannel>

const faults: Readonly<Record<NonNullable<ChannelTestResult['fault']>, Text>> = {
  keys: texts.testKeys,
  address: texts.testAddress,
  connect: texts.testConnect,
  signature: texts.testSignature,
  clock: texts.testClock,
  refused: texts.testRefused,
  closed: texts.testClosed,
}

/** The result of a channel test: success, or the fault to correct. */
export function ChannelTestNotice({ name, result }: { readonly name: string; readonly result: ChannelTestResult }) {
  const t = useText()
  if (result.fault !== null) return <Alert type="error" showIcon title={`${name} · ${t(faults[result.fault])}`} description={result.detail} />
  return (
    <Alert
      type="success"
      showIcon
      title={t(texts.testFine, { name })}
      description={
        <>
          {t(texts.testFacts, { ms: result.ms, skew: result.skewSeconds })} {result.balance === null ? null : <Money value={result.balance} />}
        </>
      }
    />
  )
}
