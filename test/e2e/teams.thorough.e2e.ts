import { describe, expect, it } from 'vitest';
import { paths } from '#app/frame/paths.ts';
import { unusedName } from '#test/built-product.ts';
import { confirmIdentity, findToast, PHONE, SIZES, startJourney } from '#test/e2e/journey.ts';
import { startMailServer } from '#test/e2e/mail-server.ts';
import {
  choose,
  createTeam,
  inviteIn,
  look,
  openTab,
  prepareList,
  press,
  registerAndClaim,
  registerWithAddress,
} from '#test/e2e/team-work.ts';

const mail = startMailServer();
const journey = startJourney({ env: mail.env, expectedErrors: /status of (401|403|404|409)/ });

const inviteTo = (email: string) => inviteIn(mail, email);
const registerConfirmed = (fullName: string) => registerWithAddress(journey, fullName);

describe('A team', () => {
  it.each(SIZES)(
    'is created, filled, handed over and left by three people at $width px',
    async (viewport) => {
      const name = unusedName('Northwind ');
      const owner = await registerConfirmed('Olive Owner');
      const admin = await registerConfirmed('Adam Admin');
      const email = `${unusedName('mary')}@example.com`;
      const owners = await journey.open('/dashboard', { as: owner, viewport });
      const address = await createTeam(owners, name);
      await prepareList(owners, [
        { fullName: 'Mary Member', email },
        { fullName: 'Adam Admin', email: admin.email },
      ]);

      const members = await registerAndClaim(journey, await inviteTo(email), email, viewport);
      await members.getByText('Member · 2 members').waitFor();
      await members.getByRole('article', { name }).getByRole('link', { name: 'Show Code' }).waitFor();
      await look(members);
      await members.getByRole('article', { name }).getByRole('link', { name: 'Edit' }).click();
      await members.getByLabel('Job title').fill('Navigator');
      await press(members, 'Update Card');
      await findToast(members, 'Your digital business card has been updated.').waitFor();
      await members.getByRole('article', { name }).getByText('Navigator').first().waitFor();

      const link = await inviteTo(admin.email);
      const admins = await journey.open(link, { as: admin, viewport });
      await press(admins, 'Claim This Card');
      await admins.getByText('Member · 3 members').waitFor();
      await admins.goto(link);
      await admins.getByRole('heading', { name: 'This card is yours' }).waitFor();
      await admins.getByRole('link', { name: 'Open Your Card' }).click();
      await admins.getByText('Member · 3 members').waitFor();

      await owners.goto(address);
      await choose(owners, 'Mary Member', 'Earlier versions…');
      await owners.getByText(/^Different now: .*Job title/i).waitFor();
      await look(owners);
      await owners.getByRole('button', { name: /^Bring back the version before/ }).click();
      await findToast(owners, 'Brought back').waitFor();

      await owners.goto(`${address}?tab=members`);
      await choose(owners, 'Adam Admin', 'Make team admin');
      await findToast(owners, 'Adam Admin is a team admin now').waitFor();
      await look(owners);
      await choose(owners, 'Adam Admin', 'Hand over the team…');
      await look(owners);
      await press(owners, 'Ask Them');
      await confirmIdentity(owners, owner.password);
      await owners.getByText('You asked Adam Admin to become the owner').waitFor();
      await look(owners);

      await admins.goto(address);
      await admins.getByText(`Become the owner of ${name}?`).waitFor();
      await admins.getByText('Claimed').first().waitFor();
      await look(admins);
      await press(admins, 'Accept');
      await findToast(admins, `You own ${name} now`).waitFor();
      await admins.getByText('Owner · 3 members').waitFor();
      await openTab(admins, 'Settings');
      await admins.getByLabel('Members may export').click();
      await admins.getByText('Saved').waitFor();
      await look(admins);

      await openTab(members, 'Settings');
      await members.getByText('Its owner decides over these.').waitFor();
      await look(members);
      await press(members, 'Leave Team');
      await look(members);
      await members.getByRole('dialog').getByRole('button', { name: 'Leave Team' }).click();
      await members.getByText('Cards for the people you work with').waitFor();
      await members.goto(address);
      await members.getByRole('heading', { name: 'Team Not Found' }).waitFor();
      await members.goto(await inviteTo(email));
      await members.getByText('The account you’re in doesn’t hold it.').waitFor();
    },
  );

  it('is deleted by its name, and restored', async () => {
    const name = unusedName('Southwind ');
    const owner = await registerConfirmed('Olive Owner');
    const page = await journey.open('/dashboard', { as: owner, viewport: PHONE });
    const address = await createTeam(page, name);
    await page.getByRole('link', { name: 'Contacts', exact: true }).filter({ visible: true }).click();
    await page.getByRole('navigation', { name: 'Your own and your teams’' }).getByText(name).waitFor();
    await page.goto(`${address}?tab=settings`);
    await page.getByText('for 30 days, except a subscription, which ends right away.').waitFor();
    await press(page, 'Delete Team');
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
    await dialog.getByText('Any subscription ends right away, without a refund').waitFor();
    await dialog.getByLabel('Team name').fill('Something else');
    await dialog.getByRole('button', { name: 'Delete Team' }).click();
    await dialog.getByText(`Type the team’s name, ${name}, to confirm.`).waitFor();
    await dialog.getByLabel('Team name').fill(name);
    await dialog.getByRole('button', { name: 'Delete Team' }).click();
    await confirmIdentity(page, owner.password);
    await page.getByText('This team has been deleted').waitFor();
    await look(page);
    await press(page, 'Restore Team');
    await findToast(page, `${name} is back`).waitFor();
    await page.getByRole('tab', { name: 'Cards' }).waitFor();
  });

  it('asks first for an address that is confirmed', async () => {
    const page = await journey.open(paths.settings('teams'), {
      as: await journey.register(),
      viewport: PHONE,
    });
    await press(page, 'Create a Team');
    await page.getByText('A team invites people by email, so confirm your own address first').waitFor();
    await press(page, 'Resend Link');
    await findToast(page, 'Check your email').waitFor();
  });
});

describe('An invite', () => {
  async function inviteSomebody() {
    const owner = await registerConfirmed('Olive Owner');
    const name = unusedName('Westwind ');
    const { body: team } = await owner.client('POST', '/api/teams', { name });
    const email = `${unusedName('grace')}@example.com`;
    const people = [{ fullName: 'Grace Hopper', email }];
    await owner.client('POST', `/api/teams/${team.id}/invites`, { people });
    return { owner, name, email, team, link: await inviteTo(email) };
  }

  it('tells the wrong account for whom it is, and takes its question to the team', async () => {
    const { owner, team, name, link } = await inviteSomebody();
    const other = await registerConfirmed('Walter Wrong');
    const page = await journey.open(link, { as: other, viewport: PHONE });
    await page.getByText(`You’re signed in as ${other.email}`).waitFor();
    await look(page);
    await press(page, 'Ask for an Invite to This Address');
    await page.getByText(`We’ve asked ${name} to invite ${other.email}.`).waitFor();
    const owners = await journey.open(paths.team(team.id), { as: owner, viewport: PHONE });
    await owners.getByText(`${other.email} asked to be invited instead.`).waitFor();
    await press(owners, 'Invite This Address');
    await findToast(owners, 'Card prepared for Grace Hopper').waitFor();
    const theirs = await journey.open(await inviteTo(other.email), { as: other, viewport: PHONE });
    await press(theirs, 'Claim This Card');
    await theirs.getByText('Member · 2 members').waitFor();
    await press(page, 'Use Another Account');
    await page.waitForURL('**/auth/login?next=*');
  });

  it('is not sent twice a day, and leads nowhere once it is revoked', async () => {
    const { owner, team, link } = await inviteSomebody();
    const owners = await journey.open(paths.team(team.id), { as: owner, viewport: PHONE });
    await owners.getByText('can be sent again from').waitFor();
    await owners.getByRole('button', { name: 'More for Grace Hopper' }).click();
    await owners.getByRole('menuitem', { name: 'Revoke…' }).waitFor();
    expect(await owners.getByRole('menuitem', { name: 'Send again' }).count()).toBe(0);
    await owners.keyboard.press('Escape');
    await choose(owners, 'Grace Hopper', 'Revoke…');
    await press(owners, 'Revoke Invite');
    await owners.getByRole('heading', { name: 'Prepare the first card' }).waitFor();
    await owners.locator('h2:focus', { hasText: 'Cards' }).waitFor();
    const page = await journey.open(link, { viewport: PHONE });
    await page.getByRole('heading', { name: 'This invite doesn’t work anymore' }).waitFor();
    await look(page);
  });

  it('says before any press that the team can’t give out more cards', async () => {
    const { owner, name, team, link } = await inviteSomebody();
    await journey.change(
      `insert into business_cards (id, user_id, holder_id, name, full_name)
       values ('barredcard', $1, (select id from users where username = $2), 'Team card', 'Olive Owner')`,
      [team.id, owner.username],
    );
    await journey.change("update users set subscription_status = 'expired' where id = $1", [team.id]);
    for (const as of [undefined, await registerConfirmed('Walter Wrong')]) {
      const page = await journey.open(link, { viewport: PHONE, ...(as && { as }) });
      await page.getByRole('heading', { name: 'This card can’t be claimed right now' }).waitFor();
      await page.getByText(`${name} can’t give out more cards at the moment.`).waitFor();
      await look(page);
    }
  });

  it('can be refused with all others, by a press and not by opening it', async () => {
    const { owner, team, link } = await inviteSomebody();
    const page = await journey.open(link, { viewport: PHONE });
    await press(page, 'Not you? Stop these emails');
    await look(page);
    await press(page, 'Stop All Invites');
    const done = page.getByText('Done. No team will email');
    await done.waitFor();
    expect(await done.evaluate((line) => line === document.activeElement)).toBe(true);
    expect(await page.getByRole('link', { name: 'Create an Account' }).count()).toBe(0);
    const owners = await journey.open(paths.team(team.id), { as: owner, viewport: PHONE });
    await owners.getByText('This person asked us to send them no invites.').waitFor();
    expect(await owners.getByText(/Invite opened|Good until/).count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: 'Create an Account' }).count()).toBe(0);
  });
});
