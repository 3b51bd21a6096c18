/** Answers about Kueue's queues. Entry class: {@link dev.plimsoll.model.queue.QueueAnswer}. */
@NullMarked
package dev.plimsoll.model.queue;

import org.jspecify.annotations.NullMarked;
