import { type Span, WORD, WORD_START } from '@/lib/engine/preprocessors/sensitive-data/finding';
import { isRandom } from './secret-value';

/** How the keys of a provider look. A pattern matches the key alone and has no part that can be read in two ways. */
interface ProviderKey {
  provider: string;
  pattern: RegExp;
  /** For forms that words can have too: counts only if it is drawn at random. */
  mustBeRandom?: true;
}

const plain = (provider: string, pattern: RegExp): ProviderKey => ({ provider, pattern });
const random = (provider: string, pattern: RegExp): ProviderKey => ({
  provider,
  pattern,
  mustBeRandom: true,
});

/** From the providers' documentation and published scanners' rules. Earlier ones come first where two match. */
const providerKeys: readonly ProviderKey[] = [
  plain('Switchyard', /sy_(?:live|session)_[\w-]{43}/),

  // The beginnings of the usual private keys in PEM, in base64, as in a kubeconfig or a Kubernetes secret.
  random('PEM in base64', /LS0tLS1CRUdJTiB(?:SU0Eg|QUklW|FQyBQ|PUEVO)[A-Za-z0-9+/]{20,}={0,2}/),

  // Models.
  random('OpenAI, Anthropic and alike', /sk-[\w-]{20,}/),
  plain('Google', /AIza[\w-]{35}/),
  random('Groq', /gsk_[A-Za-z0-9]{40,}/),
  random('Replicate', /r8_[A-Za-z0-9]{37,40}/),
  random('Perplexity', /pplx-[A-Za-z0-9]{40,}/),
  random('xAI', /xai-[A-Za-z0-9]{40,}/),
  random('Hugging Face', /(?:hf|api_org)_[A-Za-z0-9]{30,40}/),
  random('NVIDIA', /nvapi-[\w-]{60,70}/),
  random('Tavily', /tvly-[\w-]{30,50}/),
  random('Pinecone', /pcsk_[\w-]{50,80}/),
  random('LangSmith', /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/),
  random('ElevenLabs', /sk_[0-9a-f]{48}/),
  random('Together', /tgp_v1_[\w-]{40,50}/),
  random('Cerebras', /csk-[a-z0-9]{40,60}/),
  random('Fireworks', /fw_[A-Za-z0-9]{22,26}/),

  // Clouds.
  plain('Amazon', /(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}/),
  plain('Amazon Bedrock', /ABSK[A-Za-z0-9+/]{100,}={0,2}/),
  random('Google OAuth', /ya29\.[\w-]{20,}|GOCSPX-[\w-]{28}|1\/\/0[\w-]{40,}/),
  plain('Azure Storage', /(?<=AccountKey=)[A-Za-z0-9+/]{86}==/),
  plain('Azure Service Bus', /(?<=SharedAccessKey=)[A-Za-z0-9+/]{43}=/),
  plain('Azure SAS', /(?<=[?&;]sig=)[\w%+/-]{40,}={0,2}/),
  random('Azure AD', /[A-Za-z0-9_~.]{3}[78]Q~[\w~.-]{31,34}/),
  plain('DigitalOcean', /do[opr]_v1_[0-9a-f]{64}/),
  random('Alibaba', /LTAI[A-Za-z0-9]{20}/),
  random('Scalingo', /tk-us-[\w-]{48}/),
  random('Render', /rnd_[A-Za-z0-9]{28,40}/),
  random('Deno Deploy', /dd[pow]_[A-Za-z0-9]{36}/),
  random('Heroku', /HRKU-[\w-]{36,64}/),
  random('Fly.io', /(?:fo1_[\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{80,}={0,3})/),
  plain('Cloudflare', /v1\.0-[0-9a-f]{24}-[0-9a-f]{146}/),
  random('Netlify', /nfp_[A-Za-z0-9]{36,40}/),
  plain('Supabase', /sbp_[0-9a-f]{40}|sb_secret_[\w-]{22,40}/),
  random('PlanetScale', /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/),
  random('Databricks', /dapi[0-9a-f]{32}(?:-\d)?/),
  random('Tailscale', /tskey-(?:auth|api|client)-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,40}/),

  // Code.
  random('GitHub', /gh[pousr]_[A-Za-z0-9]{36,251}/),
  random('GitHub fine-grained', /github_pat_\w{50,100}/),
  random(
    'GitLab',
    /gl(?:pat|dt|rt|ptt|ft|imt|agent|oas|soat|ffct)-[\w.-]{20,}|glcbt-[A-Za-z0-9]{1,5}_[\w-]{20}|GR1348941[\w-]{20}/,
  ),
  random('npm', /npm_[A-Za-z0-9]{36}/),
  random('PyPI', /pypi-[\w-]{50,}/),
  plain('RubyGems', /rubygems_[0-9a-f]{48}/),
  random('Docker', /dckr_(?:pat|oat)_[\w-]{27,32}/),
  random('JFrog', /AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59}/),
  plain('Pulumi', /pul-[0-9a-f]{40}/),
  random('Clojars', /CLOJARS_[A-Za-z0-9]{60}/),
  random('Prefect', /pn[ub]_[A-Za-z0-9]{36}/),
  random('CircleCI', /CCI(?:PAT|PRJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}/),
  random('Buildkite', /bkua_[0-9a-f]{40}/),
  random('Sonar', /sq[pua]_[0-9a-f]{40}/),
  random('Infracost', /(?<!\.)ico-[A-Za-z0-9]{32}/),
  random('Terraform', /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/),
  random('Vault', /hv[sbr]\.[\w-]{24,}/),
  random('Doppler', /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{2,40}\.)?[A-Za-z0-9]{40,44}/),
  random('1Password', /ops_eyJ[\w+/-]{200,}={0,3}/),
  random(
    '1Password secret key',
    /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/,
  ),
  plain('age', /AGE-SECRET-KEY-1[0-9A-Z]{58}/),
  random('Sourcegraph', /sgp_(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}/),

  // Work and messages.
  random('Slack', /xox[abeoprs]-[\w-]{10,}|xoxe\.xox[bp]-\d-[\w-]{40,}|xapp-\d-[\w-]{20,}/),
  plain('Slack webhook', /https?:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w+/-]{20,80}/),
  plain(
    'Discord webhook',
    /https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/,
  ),
  random('Discord', /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38}/),
  random('Telegram', /\d{8,10}:[A-Za-z0-9_-]{35}/),
  random('Atlassian', /AT(?:ATT|CTT)3[\w=-]{60,}|ATBB[A-Za-z0-9]{32}/),
  random('Linear', /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}/),
  random('Notion', /ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43}/),
  random('Airtable', /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/),
  random('Figma', /figd_[\w-]{40}/),
  random('Postman', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/),
  random('ReadMe', /rdme_[a-z0-9]{70}/),
  random('Frame.io', /fio-u-[\w=-]{64}/),
  random('Adobe', /p8e-[A-Za-z0-9]{32}/),
  random('Mapbox', /sk\.eyJ[\w-]{20,200}\.[\w-]{20,40}/),
  random('42', /s-s4t2(?:ud|af)-[0-9a-f]{64}/),
  random('Typeform', /tfp_[\w.=-]{40,60}/),

  // Money and mail.
  random('Stripe', /(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}={0,2}/),
  random('Square', /sq0(?:atp|csp)-[\w-]{22,60}|EAAA[\w-]{56,64}/),
  plain('Shopify', /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/),
  random('SendGrid', /SG\.[\w-]{22}\.[\w-]{43}/),
  plain('Mailgun', /key-[0-9a-f]{32}/),
  plain('Mailchimp', /[0-9a-f]{32}-us\d{1,2}/),
  plain('Brevo', /xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}/),
  random('Resend', /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}/),
  plain('Twilio', /SK[0-9a-f]{32}/),
  plain('Facebook', /EAA[A-Za-z0-9]{100,}/),
  plain('Facebook app', /\d{15,16}\|[\w-]{27,40}/),
  random('Flutterwave', /FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,32}(?:-X)?/),
  random('Duffel', /duffel_(?:test|live)_[\w=-]{43}/),
  plain('Plaid', /access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/),
  random('MaxMind', /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk/),
  plain('EasyPost', /EZ[AT]K[A-Za-z0-9]{54}/),
  plain('Shippo', /shippo_(?:live|test)_[0-9a-fA-F]{40}/),

  // Operations.
  plain('Grafana', /glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,}={0,3}/),
  random('New Relic', /NR(?:AK|II)-[A-Za-z0-9-]{27,32}/),
  random('Sentry', /sntrys_[\w+/=-]{40,}|sntryu_[0-9a-f]{64}/),
  plain('Dynatrace', /dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}/),
  random('PostHog', /phx_[A-Za-z0-9]{40,50}/),
  random('Honeycomb', /hc[abx]ik_[A-Za-z0-9]{32,64}/),
  plain('LaunchDarkly', /(?:sdk|api)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/),
  random('Octopus', /API-[A-Z0-9]{26,32}/),
  random('OpenShift', /sha256~[\w-]{43}/),
];

const prefixed = (keys: typeof providerKeys) =>
  new RegExp(
    `(?:(?<=/bot)|(?<![-])${WORD_START})(?:${keys.map(({ pattern }) => pattern.source).join('|')})(?![${WORD}])`,
    'g',
  );
const certain = prefixed(providerKeys.filter(({ mustBeRandom }) => !mustBeRandom));
const likely = prefixed(providerKeys.filter(({ mustBeRandom }) => mustBeRandom));

/** Finds keys of known providers by their prefixes and lengths. */
export function findProviderKeys(text: string): Span[] {
  return [
    ...[...text.matchAll(certain)].filter(({ 0: key }) => !/x{6}|X{6}|(.)\1{9}/.test(key)),
    ...[...text.matchAll(likely)].filter(({ 0: key }) => isRandom(key)),
  ].map(({ index, 0: key }) => ({ start: index, end: index + key.length }));
}
