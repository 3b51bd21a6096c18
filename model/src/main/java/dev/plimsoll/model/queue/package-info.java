/**
 * Answers about queues: of Kueue by {@link dev.plimsoll.model.queue.QueueAnswer}, of Volcano and
 * KAI by {@link dev.plimsoll.model.queue.PodGroupAnswer}.
 */
@NullMarked
package dev.plimsoll.model.queue;

import org.jspecify.annotations.NullMarked;
