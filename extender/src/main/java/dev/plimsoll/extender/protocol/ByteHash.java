package dev.plimsoll.extender.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Hashes bytes, eight at a time. */
public final class ByteHash {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ODD = 0x9E3779B97F4A7C15L;

  private ByteHash() {}

  /** Returns the hash of all bytes. */
  public static int of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** Returns the hash of the bytes from one place to before another. */
  static int of(byte[] bytes, int start, int end) {
    long hash = ODD;
    int i = start;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      hash = mix(hash ^ (long) EIGHT_BYTES.get(bytes, i));
    }
    for (; i < end; i++) {
      hash = mix(hash ^ bytes[i]);
    }
    return (int) hash;
  }

  /** Has each bit change many: products carry upwards, and what they carry is taken down again. */
  private static long mix(long bits) {
    long product = bits * ODD;
    return product ^ (product >>> 32);
  }
}
