package dev.plimsoll.server.http;

import dev.plimsoll.kube.periodic.Ticker;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpStatus;

/**
 * A body as long as its Content-Length says. A caller that sends too slowly is cut off, since each
 * call holds a thread. Only the time that was waited for bytes counts: the time that a route thinks
 * is not the caller's.
 */
final class LimitedBody extends FilterInputStream {
  /** The lowest rate, in bytes a second, of a body that is longer under way than the grace. */
  static final int LEAST_RATE = 1024;

  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final long length;
  private final Ticker ticker;
  private long left;
  private long waited;

  LimitedBody(InputStream in, long length, Ticker ticker) {
    super(in);
    this.length = length;
    this.ticker = ticker;
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  /**
   * @throws BadMessageException with status 408 if the bytes come too slowly
   */
  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    if (left == 0) {
      return -1;
    }
    long start = ticker.read();
    int read = in.read(bytes, offset, (int) Math.min(count, left));
    waited += ticker.read() - start;
    left -= Math.max(0, read);
    if (left > 0 && isTooSlow()) {
      throw new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408);
    }
    return read;
  }

  private boolean isTooSlow() {
    double seconds = (double) waited / TimeUnit.SECONDS.toNanos(1);
    return waited > GRACE_NANOS && length - left < LEAST_RATE * seconds;
  }

  /** Skips nothing; a caller of this method reads instead. */
  @Override
  public long skip(long count) {
    return 0;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
