import { SetUpDialog } from '#/web/parts/factor/SetUpDialog.tsx'

/** Sets up the second factor that the installation requires. The account opens nothing else until it is done. */
export function EnrolmentDialog() {
  // The fresh page reads the account again, which is open now.
  return <SetUpDialog isOpen isForced onClose={() => location.reload()} />
}
