package dev.plimsoll.model.start;

import java.util.Arrays;

/** A binary heap of times with numbers, the earliest first; of equal times the lowest number. */
final class EndQueue {
  private double[] times;
  private int[] numbers;
  private int size;

  EndQueue(int capacity) {
    times = new double[Math.max(16, capacity)];
    numbers = new int[times.length];
  }

  double firstTime() {
    return size == 0 ? Double.POSITIVE_INFINITY : times[0];
  }

  void add(double time, int number) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      numbers = Arrays.copyOf(numbers, size * 2);
    }
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!isBefore(time, number, parent)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    times[at] = time;
    numbers[at] = number;
  }

  /** Removes the earliest and returns its number. */
  int remove() {
    int first = numbers[0];
    double time = times[--size];
    int number = numbers[size];
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && isBefore(times[child + 1], numbers[child + 1], child)) {
        child++;
      }
      if (!isBefore(times[child], numbers[child], time, number)) {
        break;
      }
      move(child, at);
      at = child;
      child = 2 * at + 1;
    }
    times[at] = time;
    numbers[at] = number;
    return first;
  }

  private void move(int from, int to) {
    times[to] = times[from];
    numbers[to] = numbers[from];
  }

  private boolean isBefore(double time, int number, int other) {
    return isBefore(time, number, times[other], numbers[other]);
  }

  private static boolean isBefore(double time, int number, double otherTime, int otherNumber) {
    return time < otherTime || (time == otherTime && number < otherNumber);
  }
}
