import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import { languages } from '#/domain/base/text.ts'
import { type AnyPage, type AreaKey, areaPage, isOfArea, titleOf } from '#/web/kernel/area.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { languageNames, useLanguage } from '#/web/kernel/language.ts'
import { hasPaymentPassword } from '#/web/kernel/scope.ts'
import { canOpen, hasExactPermission, heldKeys, type User } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { setSize, sizeSetting } from '#/web/ui/appearance-settings.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dropdown, type MenuItem } from '#/web/ui/Dropdown.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import {
  BgColorsOutlined,
  FontSizeOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  PayCircleOutlined,
  UserOutlined,
} from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { Tooltip } from '#/web/ui/Tooltip.tsx'
import { Bell } from './Bell.tsx'
import { ErrorLog } from './ErrorLog.tsx'
import { lockScreen } from './lock.ts'
import { MenuSearch } from './MenuSearch.tsx'
import { MoreMenu, useFullscreen, useSizes } from './MoreMenu.tsx'
import { trailOf } from './menu.ts'
import { ScopeSwitch } from './ScopeSwitch.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { hasSettingsPanel, isSidebarOpen, shellSettings } from './settings.ts'
import { signOut } from './sign-out.ts'
import { switchLanguage } from './switch-language.ts'
import { texts } from './texts.ts'

// Dialogs that few users open load on first use.
const PasswordDialog = onDemand(async () => (await import('./PasswordDialog.tsx')).PasswordDialog)
const SettingsDrawer = onDemand(async () => (await import('./SettingsDrawer.tsx')).SettingsDrawer)

/** The breadcrumb of a page of the area. */
function AreaPath({ page }: { page: AreaKey }) {
  const t = useText()
  const currentAreaPage = areaPage(page)
  return currentAreaPage === null ? null : (
    <nav aria-label={t(texts.breadcrumb)} className="s-path">
      <ol>
        {canOpen('dashboard') ? (
          <li>
            <Link to={pages.dashboard.path}>{t(pageTitles.dashboard)}</Link>
          </li>
        ) : null}
        {currentAreaPage.groups.map((group) => (
          <li key={group.en}>{t(group)}</li>
        ))}
        <li aria-current="page">{t(currentAreaPage.title)}</li>
      </ol>
    </nav>
  )
}

function BreadcrumbPath({ page }: { page: AnyPage | null }) {
  const t = useText()
  if (!page) return null
  if (isOfArea(page)) return <AreaPath page={page} />
  return (
    <nav aria-label={t(texts.breadcrumb)} className="s-path">
      <ol>
        {trailOf(heldKeys(), page).map((crumb) =>
          crumb.kind === 'group' ? (
            <li key="group">{t(menuTitles[crumb.menu])}</li>
          ) : crumb.page === page ? (
            <li key={page} aria-current="page">
              {t(pageTitles[page])}
            </li>
          ) : (
            <li key={crumb.page}>
              <Link to={pages[crumb.page].path}>{t(pageTitles[crumb.page])}</Link>
            </li>
          ),
        )}
      </ol>
    </nav>
  )
}

function LanguageChoice() {
  const t = useText()
  const currentLanguage = useLanguage()
  const items: MenuItem[] = languages.map((language) => ({ key: language, label: languageNames[language], disabled: language === currentLanguage }))
  const choose = (key: string) => {
    const next = languages.find((language) => language === key)
    if (next) switchLanguage(next)
  }
  return (
    <Dropdown items={items} chosen={currentLanguage} onChoose={choose}>
      <Button type="text" icon={<Icon of={GlobalOutlined} />} aria-label={t(texts.language)} />
    </Dropdown>
  )
}

function SizeChoice() {
  const t = useText()
  const controlSize = useSignal(sizeSetting)
  const items: MenuItem[] = useSizes().map(([key, label]) => ({ key, label, onClick: () => setSize(key) }))
  return (
    <Dropdown items={items} chosen={controlSize}>
      <Button type="text" icon={<Icon of={FontSizeOutlined} />} aria-label={t(texts.size)} />
    </Dropdown>
  )
}

function FullscreenButton() {
  const t = useText()
  const toggle = useFullscreen()
  return (
    <Tooltip title={t(texts.fullscreen)}>
      <Button type="text" icon={<Icon of={FullscreenOutlined} />} aria-label={t(texts.fullscreen)} onClick={toggle} />
    </Tooltip>
  )
}

function AccountMenu({ user, isMobile }: { user: User; isMobile: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<1 | 2 | null>(null)
  const items: MenuItem[] = [
    {
      key: 'who',
      kind: 'words',
      label: (
        <span className="s-who">
          <b>{user.name}</b>
          <span>{user.rolesname || user.username}</span>
          {user.unitName ? <span>{user.unitName}</span> : null}
        </span>
      ),
    },
    { key: 'line', kind: 'line' },
    { key: 'dashboard', label: t(texts.dashboard), onClick: () => void navigate('/') },
    ...(canOpen('index') ? [{ key: 'profile', label: t(pageTitles.index), onClick: () => void navigate(pages.index.path) }] : []),
    { key: 'login', label: t(texts.changeLogin), onClick: () => setDialog(1) },
    ...(hasPaymentPassword(user, hasExactPermission('payZfPt')) ? [{ key: 'payment', label: t(texts.changePayment), onClick: () => setDialog(2) }] : []),
    { key: 'line2', kind: 'line' },
    ...(user.isEditPassWord === 0 || user.mustEnrol ? [] : [{ key: 'lock', label: t(texts.lock), onClick: lockScreen }]),
    { key: 'leave', label: t(texts.logout), onClick: () => void signOut(location.pathname + location.search) },
  ]
  return (
    <>
      <Dropdown items={items} side="belowEnd">
        <Button type="text" className="s-account" aria-label={t(texts.account, { name: user.name })}>
          {user.avatar ? (
            <img src={user.avatar} alt="" width={24} height={24} />
          ) : (
            <span className="s-avatar">
              <Icon of={UserOutlined} />
            </span>
          )}
          {isMobile ? null : <span>{user.name}</span>}
        </Button>
      </Dropdown>
      {dialog === null ? null : <PasswordDialog type={dialog} onClose={() => setDialog(null)} />}
    </>
  )
}

/** The page's title on a phone, possibly truncated. The heading below shows it in full. */
function BarTitle({ title }: { readonly title: string }) {
  return (
    <span className="s-bar-title" title={title}>
      {title}
    </span>
  )
}

/** Opens the payment page: the console for the centre and the platform, the payable batches for a unit. */
function PaymentPlatformButton({ user, isMobile }: { user: User; isMobile: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const path = user.usertype === userType.unit ? `${pages.zfPtList.path}?states=payable` : `${pages.zfPtListpt.path}?tab=console`
  return (
    <Button
      type="text"
      className="s-platform"
      icon={<Icon of={PayCircleOutlined} />}
      aria-label={t(texts.paymentPlatform)}
      title={t(texts.paymentPlatform)}
      onClick={() => void navigate(path)}
    >
      {isMobile ? null : <span>{t(texts.paymentPlatform)}</span>}
    </Button>
  )
}

export function TopBar({
  user,
  page,
  isMobile,
  onToggle,
}: {
  readonly user: User
  readonly page: AnyPage | null
  readonly isMobile: boolean
  readonly onToggle: () => void
}) {
  const t = useText()
  const isOpen = useSignal(isSidebarOpen)
  const hasLogo = useSignal(shellSettings.hasLogo)
  const [isSetting, setSetting] = useState<boolean | null>(null)
  const brand = user.title || t(texts.product)
  // The open sidebar shows the brand. Otherwise the top bar does (specification §1).
  const hasBrand = isMobile || !isOpen || !hasLogo
  return (
    <div className={isMobile ? 's-bar s-bar-narrow' : 's-bar'}>
      <Button
        type="text"
        icon={isOpen && !isMobile ? <Icon of={MenuFoldOutlined} /> : <Icon of={MenuUnfoldOutlined} />}
        aria-label={t(texts.toggleSidebar)}
        aria-expanded={isOpen}
        onClick={onToggle}
      />
      {hasBrand ? <span className="s-bar-brand">{brand}</span> : null}
      {isMobile ? <BarTitle title={page ? t(titleOf(page)) : ''} /> : <BreadcrumbPath page={page} />}
      <div className="s-bar-right">
        {isMobile ? null : <ScopeSwitch user={user} />}
        {hasExactPermission('payZfPt') ? <PaymentPlatformButton user={user} isMobile={isMobile} /> : null}
        {user.isEditPassWord === 0 ? null : <MenuSearch />}
        <Shortcuts />
        <ErrorLog />
        {user.isEditPassWord === 0 ? null : <Bell />}
        {isMobile ? null : <FullscreenButton />}
        {isMobile ? null : <SizeChoice />}
        <LanguageChoice />
        {hasSettingsPanel ? (
          <Tooltip title={t(texts.settings)}>
            <Button type="text" icon={<Icon of={BgColorsOutlined} />} aria-label={t(texts.settings)} aria-haspopup="dialog" onClick={() => setSetting(true)} />
          </Tooltip>
        ) : null}
        {isMobile ? <MoreMenu page={page} /> : null}
        <AccountMenu user={user} isMobile={isMobile} />
      </div>
      {isMobile ? (
        <div className="s-bar-scope">
          <ScopeSwitch user={user} />
        </div>
      ) : null}
      {isSetting === null ? null : <SettingsDrawer isOpen={isSetting} onClose={() => setSetting(false)} />}
    </div>
  )
}
