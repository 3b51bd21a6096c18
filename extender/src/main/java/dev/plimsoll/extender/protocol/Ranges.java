package dev.plimsoll.extender.protocol;

import java.util.Arrays;

/** Where pieces of a text start and end. */
final class Ranges {
  private int[] places = new int[1 << 11];
  private int size;

  void add(int start, int end) {
    if (places.length < 2 * size + 2) {
      places = Arrays.copyOf(places, 2 * places.length);
    }
    places[2 * size] = start;
    places[2 * size + 1] = end;
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
    return places[2 * index];
  }

  int end(int index) {
    return places[2 * index + 1];
  }
}
