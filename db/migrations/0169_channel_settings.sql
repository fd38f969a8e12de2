-- What a channel is told once (where it is found, under what name, with which key), sealed as one text. Which kinds there are is `domain/payout-channel.ts`.
alter table channel add column settings_sealed text not null default '';
alter table channel drop constraint channel_kind_check;
alter table channel add constraint channel_kind_check check (kind ~ '^[a-z_]{1,40}$');
grant update (settings_sealed) on channel to app_rw;
