import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideNavigation, decideOffline, failureText, landingPath, loginPath, safeRedirect } from './guard.ts'

test('with a token, the sign-in page redirects to the start page', () => {
  assert.deepEqual(decideNavigation({ hasToken: true, hasRoles: false, to: '/login?redirect=%2Fzf' }), { go: 'to', path: '/' })
  assert.deepEqual(decideNavigation({ hasToken: true, hasRoles: true, to: '/login' }), { go: 'to', path: '/' })
})

test('with a token and loaded roles, navigation proceeds', () => {
  assert.deepEqual(decideNavigation({ hasToken: true, hasRoles: true, to: '/zf/zfPtList?page=2' }), { go: 'on' })
})

test('with a token but no roles, the user info is loaded before the guard decides again', () => {
  assert.deepEqual(decideNavigation({ hasToken: true, hasRoles: false, to: '/zf/zfPtList' }), { go: 'load' })
})

test('if the user info fails to load, the sign-in page returns to the requested page', () => {
  assert.deepEqual(decideOffline('/zf/batch/12?pane=lines'), { go: 'to', path: '/login?redirect=%2Fzf%2Fbatch%2F12%3Fpane%3Dlines' })
})

test('without a token, only public pages open and others redirect to sign-in', () => {
  for (const open of ['/login', '/404', '/401', '/Registermsg', '/Clause', '/auth-redirect', '/redirect/zf/zfPtList']) {
    assert.deepEqual(decideNavigation({ hasToken: false, hasRoles: false, to: open }), { go: 'on' }, open)
  }
  for (const closedPath of ['/dashboard', '/zf/zfPtList', '/nowhere', '/login/x', '/registermsg', '/Registermsg/../dashboard']) {
    assert.deepEqual(decideNavigation({ hasToken: false, hasRoles: false, to: closedPath }), { go: 'to', path: loginPath(closedPath) }, closedPath)
  }
})

test('without a token, the root path leads to sign-in and from there to the dashboard', () => {
  assert.deepEqual(decideNavigation({ hasToken: false, hasRoles: false, to: '/' }), { go: 'to', path: '/login?redirect=%2F' })
  assert.equal(
    landingPath('/', () => true),
    '/dashboard',
  )
})

test('a failed load of the user info shows its message, or Has Error if it has none', () => {
  assert.equal(failureText(new Error('登录已过期')), '登录已过期')
  for (const failure of [new Error(''), 'text', undefined]) assert.equal(failureText(failure), 'Has Error')
})

test('the sign-in page is not its own return path', () => {
  assert.equal(loginPath('/login?redirect=/x'), '/login')
})

test('a redirect never leaves the site', () => {
  assert.equal(safeRedirect('/zf/zfPtList?page=2#top'), '/zf/zfPtList?page=2#top')
  const externalTargets = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/login',
    '/login?redirect=/x',
    '',
    null,
    '/\tx',
    '/..//evil.example',
    '\\/evil.example',
  ]
  for (const each of externalTargets) assert.equal(safeRedirect(each), null, String(each))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.webPath(),
        fc.string().map((text) => `/${text}`),
      ),
      (raw) => {
        const target = safeRedirect(raw)
        if (target !== null) assert.equal(new URL(target, 'https://here.example').origin, 'https://here.example')
      },
    ),
  )
})

test('signing in opens the requested page if permitted, else the dashboard', () => {
  assert.equal(
    landingPath('/zf/zfPtList?page=2', (path) => path === '/zf/zfPtList'),
    '/zf/zfPtList?page=2',
  )
  assert.equal(
    landingPath('/zf/zfPtListpt', () => false),
    '/dashboard',
  )
  assert.equal(
    landingPath('//evil.example', () => true),
    '/dashboard',
  )
  assert.equal(
    landingPath('/', () => true),
    '/dashboard',
  )
  assert.equal(
    landingPath(null, () => true),
    '/dashboard',
  )
})
