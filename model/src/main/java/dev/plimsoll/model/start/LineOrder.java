package dev.plimsoll.model.start;

import java.util.Arrays;

/**
 * Lines with waiting units, kept in order: the most important first, then the oldest first unit; of
 * equal ones the lowest number.
 */
final class LineOrder {
  private final int[] priorities;
  private final double[] created;
  private int[] lines = new int[16];
  private int size;

  /**
   * Starts without lines.
   *
   * @param priorities the priority of each line
   * @param created when the first unit of each line was created; the caller changes it
   */
  LineOrder(int[] priorities, double[] created) {
    this.priorities = priorities;
    this.created = created;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return lines[index];
  }

  /** Adds a line, whose time of creation is known. */
  void add(int line) {
    if (size == lines.length) {
      lines = Arrays.copyOf(lines, size * 2);
    }
    int at = -indexOf(line) - 1;
    System.arraycopy(lines, at, lines, at + 1, size - at);
    lines[at] = line;
    size++;
  }

  /** Removes a line, whose time of creation is as it was when the line was added. */
  void remove(int line) {
    int at = indexOf(line);
    size--;
    System.arraycopy(lines, at + 1, lines, at, size - at);
  }

  /** Returns the index of a line; if it isn't there, as {@link Arrays#binarySearch} does. */
  private int indexOf(int line) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = order(lines[middle], line);
      if (order < 0) {
        low = middle + 1;
      } else if (order > 0) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -low - 1;
  }

  int[] toArray() {
    return Arrays.copyOf(lines, size);
  }

  /** Compares two lines by priority, age and number. */
  int order(int one, int other) {
    int order = compare(one, other);
    return order != 0 ? order : Integer.compare(one, other);
  }

  /** Compares two lines by priority and age alone. */
  int compare(int one, int other) {
    int byPriority = Integer.compare(priorities[other], priorities[one]);
    return byPriority != 0 ? byPriority : Double.compare(created[one], created[other]);
  }
}
