import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { useContracts } from './useContracts.tsx'

/** 业务合同: the contracts in scope, with actions to create, send, track and terminate them. */
export default function ContractsPage() {
  const t = useText()
  const { table, actions } = useContracts(false)
  return (
    <>
      <PageHeader title={t(pageTitles.htList)} actions={actions} />
      {table}
    </>
  )
}
