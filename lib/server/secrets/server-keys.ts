import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Database } from '@/lib/server/database/database';

/** The purpose of a key. Each purpose has a key of its own. */
export type Purpose = 'approval links' | 'file links' | 'test receivers' | 'webhook secrets';

const ID = 1;
/** Of AES-256-GCM, in bytes. */
const NONCE = 12;
const TAG = 16;

/**
 * The keys of this installation, derived (HKDF, RFC 5869) from SECRETS_KEY; without it, from a random key that the
 * database keeps for all processes. With SECRETS_KEY, a copy of the database alone reveals no secret.
 */
export class ServerKeys {
  readonly #db: Database;
  readonly #configured: string;
  #root: Promise<Buffer> | undefined;

  /** @param configured SECRETS_KEY; empty if it isn't set */
  constructor(db: Database, configured = '') {
    this.#db = db;
    this.#configured = configured;
  }

  /** Signs a text: HMAC-SHA256 in base64url. */
  async sign(purpose: Purpose, text: string): Promise<string> {
    return createHmac('sha256', await this.#keyFor(purpose))
      .update(text)
      .digest('base64url');
  }

  async isSignedBy(purpose: Purpose, text: string, signature: string): Promise<boolean> {
    const expected = Buffer.from(await this.sign(purpose, text));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /**
   * Encrypts a secret: AES-256-GCM.
   * @param owner an id that the secret belongs to: moved to another row, it can't be decrypted
   */
  async seal(purpose: Purpose, secret: string, owner: string): Promise<string> {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', await this.#keyFor(purpose), nonce).setAAD(
      Buffer.from(owner),
    );
    const sealed = [nonce, cipher.update(secret, 'utf8'), cipher.final()];
    return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64');
  }

  /** @returns null if it was encrypted under another key, or for another owner */
  async open(purpose: Purpose, sealed: string, owner: string): Promise<string | null> {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < NONCE + TAG) return null;
    const decipher = createDecipheriv('aes-256-gcm', await this.#keyFor(purpose), bytes.subarray(0, NONCE), {
      authTagLength: TAG,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(-TAG));
    try {
      return decipher.update(bytes.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }

  async #keyFor(purpose: Purpose): Promise<Buffer> {
    this.#root ??= this.#readRoot().catch((error) => {
      this.#root = undefined;
      throw error;
    });
    return Buffer.from(hkdfSync('sha256', await this.#root, '', `switchyard ${purpose}`, 32));
  }

  async #readRoot(): Promise<Buffer> {
    if (this.#configured) return Buffer.from(this.#configured);
    const stored = await this.#db.prisma.serverKey.findUnique({ where: { id: ID } });
    if (stored) return Buffer.from(stored.value, 'base64');
    // Another process may store one at the same time: the first counts for both.
    const { value } = await this.#db.write((tx) =>
      tx.serverKey.upsert({
        where: { id: ID },
        update: {},
        create: { id: ID, value: randomBytes(32).toString('base64'), createdAt: new Date() },
      }),
    );
    return Buffer.from(value, 'base64');
  }
}
