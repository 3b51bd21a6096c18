package dev.plimsoll.extender.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** JSON as bytes, written piece by piece. */
final class JsonOutput {
  private byte[] bytes;
  private int size;

  JsonOutput(int expected) {
    bytes = new byte[Math.max(64, expected)];
  }

  JsonOutput raw(String ascii) {
    int length = ascii.length();
    ensureCapacity(length);
    for (int i = 0; i < length; i++) {
      bytes[size++] = (byte) ascii.charAt(i);
    }
    return this;
  }

  JsonOutput raw(byte[] source, int start, int end) {
    ensureCapacity(end - start);
    System.arraycopy(source, start, bytes, size, end - start);
    size += end - start;
    return this;
  }

  JsonOutput string(String text) {
    raw("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || c > '~') {
        return escaped(text, i);
      }
    }
    return raw(text).raw("\"");
  }

  private JsonOutput escaped(String text, int from) {
    raw(text.substring(0, from));
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        raw("\\").raw(String.valueOf(c));
      } else if (c < ' ' || c > '~') {
        raw(String.format("\\u%04x", (int) c));
      } else {
        raw(String.valueOf(c));
      }
    }
    return raw("\"");
  }

  int size() {
    return size;
  }

  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  private void ensureCapacity(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
