package dev.plimsoll.kube.file;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Unpacks gzip and stops at decompression bombs. A dump of a cluster becomes some 10 to 60 times as
 * long, a bomb up to 1,000 times.
 */
public final class GunzipStream extends GZIPInputStream {
  private static final int BUFFER = 1 << 16;
  private static final long MOST_TIMES = 200;

  /** The number of bytes that any input may unpack to, regardless of its size. */
  private static final long ALWAYS = 1 << 22;

  /**
   * Reading an empty member is a call within the call that read the one before. Tools that pack a
   * dump in pieces write no empty member.
   */
  private static final int MOST_EMPTY_MEMBERS = 1_000;

  private int emptyMembers;
  private long packed;
  private long unpacked;

  /**
   * Reads the beginning.
   *
   * @throws java.util.zip.ZipException if it isn't gzip
   */
  public GunzipStream(InputStream in) throws IOException {
    super(in, BUFFER);
  }

  @Override
  protected void fill() throws IOException {
    super.fill();
    packed += len;
  }

  /**
   * Unpacks some more.
   *
   * @throws IOException if too much has come out for what went in, or too many members are empty
   */
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    emptyMembers++;
    if (emptyMembers > MOST_EMPTY_MEMBERS) {
      throw new IOException("more than 1,000 empty gzip members follow one another");
    }
    int count = super.read(bytes, offset, length);
    emptyMembers = 0;
    unpacked += Math.max(count, 0);
    if (unpacked > Math.max(ALWAYS, MOST_TIMES * packed)) {
      throw new IOException(
          "it unpacks to more than "
              + MOST_TIMES
              + " times its size; if that is right, unpack it first and give what comes out");
    }
    return count;
  }
}
