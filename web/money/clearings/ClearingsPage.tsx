import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Clearings } from './Clearings.tsx'
import { texts } from './texts.ts'

/** 月度清算: the person chooses credit or refund, the centre offers, approves and pays. */
export default function ClearingsPage() {
  const t = useText()
  const search = useSubmit(api.clearings.search)
  const isOwn = useUser()?.usertype === userType.operator
  return (
    <>
      <PageHeader
        title={t(pageTitles.taxClearings)}
        note={t(isOwn ? texts.own : texts.staff)}
        actions={
          !isOwn && can('tax:edit') ? (
            <Button onClick={() => void search.submit({})} loading={search.isBusy}>
              {t(texts.search)}
            </Button>
          ) : null
        }
      />
      <Clearings isOwn={isOwn} />
    </>
  )
}
