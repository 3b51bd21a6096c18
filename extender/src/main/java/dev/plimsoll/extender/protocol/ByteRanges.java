package dev.plimsoll.extender.protocol;

import java.util.Arrays;

/** Where pieces of a text start and end. */
final class ByteRanges {
  private int[] offsets = new int[1 << 11];
  private int size;

  void add(int start, int end) {
    if (offsets.length < 2 * size + 2) {
      offsets = Arrays.copyOf(offsets, 2 * offsets.length);
    }
    offsets[2 * size] = start;
    offsets[2 * size + 1] = end;
    size++;
  }

  int size() {
    return size;
  }

  /** Returns how long all are together. */
  int bytes() {
    int sum = 0;
    for (int i = 0; i < size; i++) {
      sum += end(i) - start(i);
    }
    return sum;
  }

  int start(int index) {
    return offsets[2 * index];
  }

  int end(int index) {
    return offsets[2 * index + 1];
  }
}
