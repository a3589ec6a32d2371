/**
 * The queue in memory keeps the contract of the databases.
 */
import { jobQueueContract } from "@vintem/domain/testing"
import * as MemoryStorage from "../src/memory/memory-storage.ts"

jobQueueContract("memory", MemoryStorage.layer)
