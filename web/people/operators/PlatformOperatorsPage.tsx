import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Disputes } from '#/web/people/disputes/public.tsx'
import { Verifications } from '#/web/people/verifications/public.tsx'
import { PageExtras } from '#/web/shell/PageExtras.tsx'
import { OperatorList } from './OperatorList.tsx'

/** 平台经营者: people whom units pay in batches. */
export default function PlatformOperatorsPage() {
  const t = useText()
  return (
    <OperatorList
      kind="platform"
      title={t(pageTitles.userYzPtList)}
      actions={
        <>
          <PageExtras />
          <Disputes />
          <Verifications />
        </>
      }
    />
  )
}
